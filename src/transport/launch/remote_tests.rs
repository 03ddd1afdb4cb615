//! Our words on their way through a launcher.

use super::super::{CliPath, HostEnv, LaunchOptions};
use super::{LauncherWords, parse_launcher};

/// Few words after the CLI's name, so that the tests show the prefix.
fn options(launcher: &str) -> LaunchOptions {
    LaunchOptions::default()
        .launcher(parse_launcher(launcher).unwrap())
        .entrypoint("")
        .session_state_events(false)
        .file_checkpointing(false)
        .remove_env("CLAUDE_CODE_ENTRYPOINT")
}

fn words(options: &LaunchOptions) -> Vec<String> {
    let host: HostEnv = [("HOME", "/home/dev"), ("PATH", "/bin")]
        .into_iter()
        .collect();
    let plan = options.plan(&CliPath::new("claude"), &host).unwrap();
    assert!(plan.remote);
    assert_eq!(plan.cwd, None);
    assert!(plan.env.contains_key("HOME".as_ref() as &std::ffi::OsStr));
    plan.argv
        .into_iter()
        .map(|word| word.into_string().unwrap())
        .collect()
}

#[test]
fn docker_and_kubectl_get_words_as_they_are() {
    let argv = words(
        &options("docker exec -i box")
            .model("it's a model")
            .set_env("A", "b c"),
    );
    let start = argv.iter().position(|word| word == "claude").unwrap();
    assert_eq!(argv[..5], ["docker", "exec", "-i", "box", "env"]);
    assert_eq!(argv[start - 1], "A=b c");
    assert_eq!(argv.last().unwrap(), "--model=it's a model");
    let argv = words(&options("kubectl exec -i pod --"));
    assert_eq!(argv[..5], ["kubectl", "exec", "-i", "pod", "--"]);
}

#[test]
fn what_ssh_hands_to_a_shell_comes_out_as_the_same_words() {
    let hard = "it's; rm -rf $HOME `x` \"q\" *\nline";
    for launcher in ["ssh -p 22 host", "/usr/bin/ssh host"] {
        let argv = words(
            &options(launcher)
                .model(hard)
                .set_env("A", hard)
                .cwd("/my dir"),
        );
        let prefix = launcher.split(' ').count();
        assert_eq!(argv[..prefix].join(" "), launcher);
        let parsed = shlex::split(&argv[prefix..].join(" ")).unwrap();
        let plain = words(
            &options(launcher)
                .launcher_words(LauncherWords::AsIs)
                .model(hard)
                .set_env("A", hard)
                .cwd("/my dir"),
        );
        assert_eq!(parsed, plain[prefix..]);
        assert_ne!(argv[prefix..], plain[prefix..]);
    }
}

/// The real test of quoting is a real shell.
#[cfg(unix)]
#[test]
fn a_shell_reads_the_quoted_words_back() {
    let hard = "it's; $HOME `x` \"q\" * \\ !\nline";
    let quoted = super::quoted(&hard.into()).unwrap().into_string().unwrap();
    let run = std::process::Command::new("/bin/sh")
        .args(["-c", &format!("printf %s {quoted}")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(run.stdout).unwrap(), hard);
}

#[test]
fn quoting_can_be_forced_for_a_wrapped_ssh() {
    let wrapped = options("sshpass -e ssh host").model("a b");
    assert_eq!(words(&wrapped).last().unwrap(), "--model=a b");
    let forced = words(&wrapped.launcher_words(LauncherWords::ForShell));
    assert_eq!(forced.last().unwrap(), "'--model=a b'");
}

#[test]
fn explicit_variables_travel_and_inherited_ones_do_not() {
    let argv = words(
        &options("docker exec -i box")
            .set_env("A", "1")
            .remove_env("B"),
    );
    let env = argv.iter().position(|word| word == "env").unwrap();
    let cli = argv.iter().position(|word| word == "claude").unwrap();
    let between = &argv[env + 1..cli];
    assert_eq!(between.last().unwrap(), "A=1");
    assert!(between.windows(2).any(|pair| pair == ["-u", "B"]));
    assert!(!argv.iter().any(|word| word.starts_with("HOME=")));
}

/// The small script enters the directory and becomes the command.
#[cfg(unix)]
#[test]
fn a_working_directory_is_entered_on_the_other_side() {
    let argv = words(&options("env").cwd("/"));
    let cli = argv.iter().position(|word| word == "claude").unwrap();
    let mut local = argv[..cli].to_vec();
    local.extend(["sh", "-c", "pwd"].map(str::to_owned));
    let run = std::process::Command::new(&local[0])
        .args(&local[1..])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(run.stdout).unwrap(), "/\n");
}

#[test]
fn a_launcher_line_is_split_like_a_shell_would() {
    assert_eq!(
        parse_launcher("ssh -o 'A B' host").unwrap(),
        ["ssh", "-o", "A B", "host"]
    );
    for bad in ["ssh 'host", "  "] {
        assert!(
            parse_launcher(bad)
                .unwrap_err()
                .to_string()
                .contains("`launcher`")
        );
    }
    let empty_word = LaunchOptions::default().launcher([""]);
    assert!(
        empty_word
            .plan(&CliPath::new("claude"), &HostEnv::default())
            .is_err()
    );
}
