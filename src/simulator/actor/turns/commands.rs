//! PURE. Slash commands the CLI answers itself. Owns: which these are and what they do. All others go to the model.

use super::compact;
use super::moments::fields;
use super::queue::Prompt;
use super::turn::Ending;
use crate::simulator::actor::client::hooks::{Event, fire};
use crate::simulator::actor::place::{Part, Place};
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::assistant::{self, LocalCommand};
use crate::simulator::frames::{others, user};
use serde_json::{Value, json};

/// Commands that need a terminal.
const TERMINAL: &[&str] = &[
    "help",
    "config",
    "login",
    "logout",
    "permissions",
    "mcp",
    "agents",
    "hooks",
    "theme",
    "vim",
    "doctor",
    "exit",
    "quit",
    "resume",
    "terminal-setup",
    "ide",
    "bug",
    "upgrade",
];

/// Runs a command; nothing if it is for the model.
pub(super) async fn run(cx: &Cx, prompt: &Prompt, name: &str, arguments: &str) -> Option<Ending> {
    match name {
        "context" => {
            let (usage, text) = cx.look(|world| world.facts.context_summary());
            Some(say(cx, name, arguments, &text, Some(usage)))
        }
        "cost" | "usage" => {
            let text = cx.look(|world| world.facts.cost_text(world.wall_ms()));
            Some(say(cx, name, arguments, &text, None))
        }
        "clear" => Some(clear(cx, prompt).await),
        "compact" => Some(compacted(cx, prompt, arguments).await),
        _ if TERMINAL.contains(&name) => {
            let text = format!("/{name} isn't available in this environment.");
            cx.with(|world| {
                world.say_init();
                let (stamp, id) = (world.stamp(), world.ids.uuid());
                let frame =
                    assistant::local_command(&stamp, &id, &text, &LocalCommand::Unavailable);
                world.emit(&frame);
            });
            Some(Ending::Local(text))
        }
        _ => None,
    }
}

/// A command that prints something.
fn say(cx: &Cx, name: &str, arguments: &str, text: &str, usage: Option<Value>) -> Ending {
    cx.with(|world| {
        world.say_init();
        world.note_command(name);
        let (stamp, id) = (world.stamp(), world.ids.uuid());
        let ran = LocalCommand::Ran(name, arguments, usage);
        world.emit(&assistant::local_command(&stamp, &id, text, &ran));
    });
    Ending::Local(text.to_owned())
}

async fn compacted(cx: &Cx, prompt: &Prompt, arguments: &str) -> Ending {
    let part = Part::new(Place::default(), cx.look(|world| world.kept_values()));
    let compaction = compact::on_demand();
    compact::shrink(cx, &part, &compaction, arguments).await;
    cx.with(|world| {
        world.say_init();
        world.note_command("compact");
        world.say_boundary(&part, &compaction);
        let stamp = world.stamp();
        world.emit(&user::local_output(&stamp, "Compacted "));
        world.replay_command(prompt, "compact", arguments);
    });
    Ending::Local(String::new())
}

/// Another conversation from here on.
async fn clear(cx: &Cx, prompt: &Prompt) -> Ending {
    let place = Place::default();
    let event = Event {
        subject: "clear",
        ..Event::new("SessionEnd", fields(json!({"reason": "clear"})))
    };
    fire(cx, &place, event).await;
    cx.with(|world| {
        world.save();
        // These two lines still bear the old id, and the id of the conversation is not that of the session.
        let (conversation, new) = (world.ids.uuid(), world.ids.uuid());
        let uuid = prompt.uuid.clone().unwrap_or_else(|| world.ids.uuid());
        let stamp = world.stamp();
        world.emit(&others::conversation_reset(&stamp, &conversation, &uuid));
        world.say_background();
        world.facts.session_id = new;
        world.session.values.clear();
        world.tasks.list.clear();
    });
    let event = Event {
        subject: "clear",
        ..Event::new("SessionStart", fields(json!({"source": "clear"})))
    };
    fire(cx, &place, event).await;
    cx.with(|world| {
        world.say_init();
        world.note_command("clear");
        world.replay_command(prompt, "clear", "");
    });
    Ending::Local(String::new())
}

impl World {
    fn note_command(&mut self, name: &str) {
        if let Some(turn) = &mut self.turn {
            turn.local_command = Some(name.to_owned());
        }
    }

    /// Repeats a command as the conversation holds it.
    fn replay_command(&mut self, prompt: &Prompt, name: &str, arguments: &str) {
        let lines = [
            format!("<command-name>/{name}</command-name>"),
            format!("            <command-message>{name}</command-message>"),
            format!("            <command-args>{arguments}</command-args>"),
        ];
        let mut prompt = prompt.clone();
        prompt.content = lines.join("\n").into();
        self.replay(&prompt);
    }

    /// How long the process runs, in milliseconds.
    pub(in crate::simulator::actor) fn wall_ms(&self) -> u64 {
        self.ms_since(std::time::Duration::ZERO)
    }
}
