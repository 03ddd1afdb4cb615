//! From the shape of a file to tools that are known to be right. Owns: every check that needs more than one key. Does not
//! own: the keys (`shape`), the input schema (`input`).

use super::argv::{Argv, check_name};
use super::cases::{self, Case};
use super::command::{CommandTool, DEFAULT_LIMIT, Stdin};
use super::input::{self, Input, beside};
use super::shape::{CasesShape, CommandShape, FileShape, Output, ToolShape};
use super::tool_file::{DeclaredTool, Kind, ToolFile};
use crate::command::{DEFAULT_MAX_OUTPUT, Environment, Template};
use crate::config::{Document, FileError, Spanned};
use crate::tools::{Annotations, Schema, ToolResult, name};
use std::path::Path;
use std::time::Duration;

/// The most a tool may keep of an output; more would not fit into a result.
const MAX_OUTPUT: usize = 16 * 1024 * 1024;

/// Reads a whole file.
pub(super) fn file(document: &Document) -> Result<ToolFile, FileError> {
    let shape: FileShape = document.parse()?;
    let server = match &shape.server {
        Some(server) => {
            name::check_server(server.get_ref()).map_err(|error| {
                document.error(Some(server.span()), "server", error.to_string())
            })?;
            server.get_ref().clone()
        }
        None => name_of(document.file()),
    };
    let mut tools: Vec<_> = shape.tools.into_iter().collect();
    if tools.is_empty() {
        return Err(document.error(
            None,
            "tools",
            "there are no tools; add a table such as [tools.greet]",
        ));
    }
    // As they stand in the file.
    tools.sort_by_key(|(_, tool)| tool.description.span().start);
    let tools = tools
        .into_iter()
        .map(|(name, shape)| Reading::new(document, &server, name).tool(shape))
        .collect::<Result<_, _>>()?;
    Ok(ToolFile {
        server,
        description: shape.description,
        tools,
    })
}

/// A file's name as the name of a server.
fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name: String = stem
        .chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .take(64)
        .collect();
    let parts: Vec<_> = name.split('_').filter(|part| !part.is_empty()).collect();
    match parts.join("_") {
        name if name.is_empty() => "tools".to_owned(),
        name => name,
    }
}

/// One tool, being read.
struct Reading<'a> {
    document: &'a Document,
    server: &'a str,
    name: String,
}

impl<'a> Reading<'a> {
    fn new(document: &'a Document, server: &'a str, name: String) -> Self {
        Self {
            document,
            server,
            name,
        }
    }

    /// An error at a value of this tool.
    fn error<T>(&self, at: &Spanned<T>, key: &str, what: impl Into<String>) -> FileError {
        let key = match key {
            "" => format!("tools.{}", self.name),
            key => format!("tools.{}.{key}", self.name),
        };
        self.document.error(Some(at.span()), key, what)
    }

    fn tool(self, shape: ToolShape) -> Result<DeclaredTool, FileError> {
        let here = &shape.description;
        name::check_tool(self.server, &self.name)
            .map_err(|error| self.error(here, "", error.to_string()))?;
        if here.get_ref().trim().is_empty() {
            let what =
                "it is empty; say what the tool does, so that the agent knows when to call it";
            return Err(self.error(here, "description", what));
        }
        let input = input::read(self.document, &self.name, &shape)?;
        let limit = match &shape.timeout_ms {
            Some(limit) if *limit.get_ref() == 0 => {
                let what = "it is 0, so no call could ever succeed; write milliseconds, or drop it";
                return Err(self.error(limit, "timeout_ms", what));
            }
            limit => limit
                .as_ref()
                .map(|limit| Duration::from_millis(*limit.get_ref())),
        };
        let kind = self.kind(&shape, &input, limit)?;
        self.check_output(&shape, &kind)?;
        Ok(DeclaredTool {
            title: shape.title,
            description: shape.description.into_inner(),
            input: input.schema,
            written: input.written,
            output: shape.output_schema.map(|schema| schema.into_inner().0),
            annotations: Annotations {
                title: None,
                read_only: shape.read_only,
                destructive: shape.destructive,
                idempotent: shape.idempotent,
                open_world: shape.open_world,
            },
            always_load: shape.always_load,
            timeout: limit.filter(|_| !matches!(kind, Kind::Command(_))),
            kind: kind.into(),
            name: self.name,
        })
    }

    fn kind(
        &self,
        shape: &ToolShape,
        input: &Input,
        limit: Option<Duration>,
    ) -> Result<Kind, FileError> {
        let given = [
            ("command", shape.command.is_some()),
            ("answer", shape.answer.is_some()),
            ("cases", shape.cases.is_some()),
            ("cases_file", shape.cases_file.is_some()),
            ("manual", shape.manual.is_some()),
        ];
        let given: Vec<_> = given
            .iter()
            .filter(|(_, given)| *given)
            .map(|(key, _)| *key)
            .collect();
        let here = &shape.description;
        match given.as_slice() {
            [] => {
                let what = "nothing says where its answers come from; add one of command, answer, cases, cases_file, manual";
                return Err(self.error(here, "", what));
            }
            [_] => {}
            [first, second, ..] => {
                let what = format!(
                    "`{first}` and `{second}` both say where its answers come from; keep one"
                );
                return Err(self.error(here, "", what));
            }
        }
        if let Some(command) = &shape.command {
            return self.command(command, input, limit).map(Kind::Command);
        }
        if let Some(answer) = &shape.answer {
            return Ok(Kind::Answer(answer.get_ref().0.clone()));
        }
        if let Some(list) = &shape.cases {
            return self.cases(list.clone(), here, "cases", input);
        }
        if let Some(path) = &shape.cases_file {
            let document = Document::open(&beside(self.document, path.get_ref()))
                .map_err(|error| self.error(path, "cases_file", error.to_string()))?;
            let list: CasesShape = document.parse()?;
            return self.cases(list.cases.into_inner(), path, "cases_file", input);
        }
        let Some(prompt) = &shape.manual else {
            return Err(self.error(here, "", "nothing says where its answers come from"));
        };
        self.names(prompt.get_ref(), prompt, "manual", input)?;
        Ok(Kind::Manual(prompt.get_ref().clone()))
    }

    fn cases<T>(
        &self,
        list: Vec<Case>,
        at: &Spanned<T>,
        key: &str,
        input: &Input,
    ) -> Result<Kind, FileError> {
        if list.is_empty() {
            return Err(self.error(at, key, "there are no cases; add one"));
        }
        for name in list.iter().flat_map(cases::names) {
            check_name(name, &input.names).map_err(|what| self.error(at, key, what))?;
        }
        Ok(Kind::Cases(list))
    }

    fn names<T>(
        &self,
        template: &Template,
        at: &Spanned<T>,
        key: &str,
        input: &Input,
    ) -> Result<(), FileError> {
        for slot in template.placeholders() {
            check_name(&slot.name, &input.names).map_err(|what| self.error(at, key, what))?;
        }
        Ok(())
    }

    fn command(
        &self,
        shape: &CommandShape,
        input: &Input,
        limit: Option<Duration>,
    ) -> Result<CommandTool, FileError> {
        let argv = Argv::new(shape.run.get_ref().clone(), &input.names)
            .map_err(|what| self.error(&shape.run, "command.run", what))?;
        let max_output = match &shape.max_output {
            Some(bytes) if !(1..=MAX_OUTPUT).contains(bytes.get_ref()) => {
                let what = format!("write how many bytes are kept, from 1 to {MAX_OUTPUT}");
                return Err(self.error(bytes, "command.max_output", what));
            }
            Some(bytes) => *bytes.get_ref(),
            None => DEFAULT_MAX_OUTPUT,
        };
        let ok_exit_codes = match &shape.ok_exit_codes {
            Some(codes) if codes.get_ref().is_empty() => {
                let what =
                    "it is empty, so no call could ever succeed; name the codes that mean success";
                return Err(self.error(codes, "command.ok_exit_codes", what));
            }
            Some(codes) => codes.get_ref().clone(),
            None => vec![0],
        };
        let stdin = self.stdin(shape, input)?;
        if let (Some(at), Stdin::Json | Stdin::Text(_)) = (&shape.stdin, &stdin) {
            let checked = argv.check_stdin();
            checked.map_err(|what| self.error(at, "command.stdin", what))?;
        }
        Ok(CommandTool {
            program: self.program(argv.program()),
            argv,
            stdin,
            cwd: shape.cwd.as_deref().map(|path| beside(self.document, path)),
            environment: self.environment(shape)?,
            limit: limit.unwrap_or(DEFAULT_LIMIT),
            max_output,
            ok_exit_codes,
            output: shape.output,
        })
    }

    /// A name is looked up in `PATH`; a path is relative to the file, wherever we run.
    fn program(&self, program: &str) -> String {
        if !program.contains('/') {
            return program.to_owned();
        }
        let path = beside(self.document, Path::new(program));
        let path = std::path::absolute(&path).unwrap_or(path);
        path.to_string_lossy().into_owned()
    }

    fn stdin(&self, shape: &CommandShape, input: &Input) -> Result<Stdin, FileError> {
        let Some(stdin) = &shape.stdin else {
            return Ok(Stdin::Nothing);
        };
        let key = "command.stdin";
        match stdin.get_ref().as_str() {
            "none" => return Ok(Stdin::Nothing),
            "json" => return Ok(Stdin::Json),
            _ => {}
        }
        let template = Template::parse(stdin.get_ref())
            .map_err(|error| self.error(stdin, key, error.to_string()))?;
        if template.literal().is_some() {
            let what = "write \"none\", \"json\" (all arguments), or a text with a placeholder such as \"{text}\"";
            return Err(self.error(stdin, key, what));
        }
        self.names(&template, stdin, key, input)?;
        Ok(Stdin::Text(template))
    }

    fn environment(&self, shape: &CommandShape) -> Result<Environment, FileError> {
        let declared = Environment::declared(shape.inherit.as_deref(), &shape.env);
        declared.map_err(|(name, value, problem)| {
            self.error(value, &format!("command.env.{name}"), problem)
        })
    }

    /// An output schema must be one, and what it is for must be able to fit it.
    fn check_output(&self, shape: &ToolShape, kind: &Kind) -> Result<(), FileError> {
        let Some(schema) = &shape.output_schema else {
            return Ok(());
        };
        let compiled = Schema::json(schema.get_ref().0.clone())
            .compile(&self.name, "output")
            .map_err(|error| self.error(schema, "output_schema", error.to_string()))?;
        let problem = match kind {
            Kind::Command(command) if command.output == Output::Text => {
                Some("a schema is for structured content: add command.output = \"json\"".to_owned())
            }
            Kind::Answer(answer) => match ToolResult::from(answer.clone()).structured {
                Some(value) => compiled.check(&value).err(),
                None => Some("`answer` is no table, so it has no structured content".to_owned()),
            },
            _ => None,
        };
        match problem {
            Some(what) => Err(self.error(schema, "output_schema", what)),
            None => Ok(()),
        }
    }
}
