//! What an index has to know of a line, found in one pass over its bytes without building anything.
//!
//! PURE. Owns the short list of keys that matter and where they stand; the order of keys, white space and nesting do not
//! matter. Does not own what follows from them (`index`), and does not check what it passes over beyond quotes and
//! brackets: whether a line is a message in every detail is for `wire` to say.

/// A text inside a line, without its quotes and with its escapes as they are.
pub(in crate::trace) type Text<'a> = &'a [u8];

/// Calls and results in one message that are followed; the CLI writes one a line.
pub(in crate::trace) const FOLLOWED: usize = 4;

/// What was found in a line. Empty means not there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::trace) struct Scanned<'a> {
    pub(in crate::trace) kind: Text<'a>,
    pub(super) subtype: Text<'a>,
    /// What is below the subtype: MCP method, hook event, kind of delta.
    pub(super) detail: Text<'a>,
    pub(super) request_id: Text<'a>,
    pub(super) parent: Text<'a>,
    pub(super) tool_use_id: Text<'a>,
    pub(super) message_id: Text<'a>,
    pub(super) hook_id: Text<'a>,
    pub(super) tool: Text<'a>,
    pub(super) server: Text<'a>,
    pub(in crate::trace) timestamp: Text<'a>,
    /// `note`, in notes of ours.
    pub(super) note: Text<'a>,
    /// Tools the message calls: id and name.
    pub(super) calls: [(Text<'a>, Text<'a>); FOLLOWED],
    /// Calls the message has results of.
    pub(in crate::trace) results: [Text<'a>; FOLLOWED],
    /// Something says that it failed.
    pub(super) error: bool,
    /// There is an escape for half a character.
    pub(super) surrogate: bool,
    /// Written by the CLI to its own transcript: only there a line names its parent.
    pub(in crate::trace) transcript: bool,
    /// There it says of itself that nobody typed it.
    pub(in crate::trace) synthetic: bool,
    /// Something in it may be more than `wire` reads, or other than it expects: it is worth a closer look.
    pub(super) doubtful: bool,
    /// The object is closed, and nothing follows it.
    pub(super) whole: bool,
}

/// Where a key stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Request,
    HookInput,
    Rpc,
    Params,
    Meta,
    Response,
    Payload,
    RpcAnswer,
    RpcResult,
    Event,
    EventMessage,
    Delta,
    NewBlock,
    Message,
    Block,
    Attachment,
}

/// Looks at a line that begins with `{`. What is missing or torn leaves [`Scanned::whole`] false, with what stood before.
pub(in crate::trace) fn scan(line: &[u8]) -> Scanned<'_> {
    let mut scanner = Scanner {
        bytes: line,
        at: 0,
        found: Scanned::default(),
        block: Block::default(),
        input: None,
    };
    scanner.space();
    let closed = scanner.object(Place::Top).is_some();
    scanner.space();
    scanner.found.whole = closed && scanner.at == line.len();
    scanner.found
}

/// Whether a message is none without an object there.
fn is_required(place: Place) -> bool {
    matches!(
        place,
        Place::Message | Place::Event | Place::Request | Place::Response
    )
}

/// A block of a message while it is read.
#[derive(Debug, Clone, Copy, Default)]
struct Block<'a> {
    kind: Text<'a>,
    id: Text<'a>,
    name: Text<'a>,
    tool_use_id: Text<'a>,
    error: bool,
}

pub(super) struct Scanner<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) found: Scanned<'a>,
    block: Block<'a>,
    /// An input that stood before it was known what it is the input of.
    input: Option<usize>,
}

impl<'a> Scanner<'a> {
    fn object(&mut self, place: Place) -> Option<()> {
        if self.peek()? != b'{' {
            self.found.doubtful |= is_required(place);
            return self.skip();
        }
        self.at += 1;
        self.space();
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(());
        }
        loop {
            self.space();
            if self.peek()? != b'"' {
                return None;
            }
            let key = self.string()?;
            self.space();
            if self.peek()? != b':' {
                return None;
            }
            self.at += 1;
            self.space();
            self.field(place, key)?;
            self.space();
            let next = self.peek()?;
            self.at += 1;
            match next {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    fn field(&mut self, place: Place, key: Text<'a>) -> Option<()> {
        match place {
            Place::Top => return self.top(key),
            Place::Request => return self.request(key),
            Place::Response | Place::Payload | Place::RpcAnswer | Place::RpcResult => {
                return self.response(place, key);
            }
            Place::Block => return self.in_block(key),
            Place::Attachment => return self.attachment(key),
            _ => {}
        }
        match (place, key) {
            (Place::HookInput, b"hook_event_name")
            | (Place::Rpc, b"method")
            | (Place::Delta | Place::NewBlock, b"type") => self.found.detail = self.text()?,
            (Place::HookInput, b"tool_name") | (Place::Params | Place::NewBlock, b"name") => {
                self.found.tool = self.text()?;
            }
            (Place::Rpc, b"params") => return self.object(Place::Params),
            (Place::Params, b"_meta") => return self.object(Place::Meta),
            (Place::Meta, b"claudecode/toolUseId") | (Place::NewBlock, b"id") => {
                self.found.tool_use_id = self.text()?;
            }
            (Place::Event, b"type") => self.found.subtype = self.text()?,
            (Place::Event, b"delta") => return self.object(Place::Delta),
            (Place::Event, b"message") => return self.object(Place::EventMessage),
            (Place::Event, b"content_block") => return self.object(Place::NewBlock),
            (Place::EventMessage | Place::Message, b"id") => self.found.message_id = self.text()?,
            (Place::Message, b"content") => return self.content(),
            _ => return self.skip(),
        }
        Some(())
    }

    fn top(&mut self, key: Text<'a>) -> Option<()> {
        match key {
            b"type" => self.found.kind = self.text()?,
            b"subtype" => self.found.subtype = self.text()?,
            b"note" => self.found.note = self.text()?,
            b"message" => return self.object(Place::Message),
            b"event" => return self.object(Place::Event),
            b"request" => {
                self.object(Place::Request)?;
                if let Some(input) = self.input.take()
                    && self.found.subtype == b"hook_callback"
                {
                    let end = std::mem::replace(&mut self.at, input);
                    self.object(Place::HookInput)?;
                    self.at = end;
                }
            }
            b"response" => return self.object(Place::Response),
            b"request_id" => self.found.request_id = self.text()?,
            b"parent_tool_use_id" => self.found.parent = self.text()?,
            b"tool_use_id" => self.found.tool_use_id = self.text()?,
            b"tool_name" => self.found.tool = self.text()?,
            b"api_message_id" => self.found.message_id = self.text()?,
            b"hook_id" => self.found.hook_id = self.text()?,
            b"hook_event" => self.found.detail = self.text()?,
            b"timestamp" => self.found.timestamp = self.text()?,
            b"is_error" | b"isApiErrorMessage" => self.found.error |= self.is_true()?,
            b"outcome" => self.found.error |= self.text()? == b"error",
            b"error" => self.found.error |= self.is_there()?,
            _ => return self.stored(key),
        }
        Some(())
    }

    /// Keys that only the records of a transcript have.
    fn stored(&mut self, key: Text<'a>) -> Option<()> {
        match key {
            b"parentUuid" => {
                self.found.transcript = true;
                return self.skip();
            }
            b"isMeta" | b"isCompactSummary" => self.found.synthetic |= self.is_true()?,
            b"promptSource" => self.found.synthetic |= self.text()? == b"system",
            b"attachment" | b"data" if self.found.transcript => {
                return self.object(Place::Attachment);
            }
            b"operation" if self.found.kind == b"queue-operation" => {
                self.found.subtype = self.text()?;
            }
            b"agentId" if self.found.parent.is_empty() => self.found.parent = self.text()?,
            _ => return self.skip(),
        }
        Some(())
    }

    fn attachment(&mut self, key: Text<'a>) -> Option<()> {
        match key {
            b"type" => {
                self.found.subtype = self.text()?;
                self.found.error |= self.found.subtype.ends_with(b"_error");
            }
            b"hookEvent" => self.found.detail = self.text()?,
            b"toolUseID" => self.found.tool_use_id = self.text()?,
            _ => return self.skip(),
        }
        Some(())
    }

    fn request(&mut self, key: Text<'a>) -> Option<()> {
        match key {
            b"subtype" => self.found.subtype = self.text()?,
            b"server_name" | b"mcp_server_name" | b"serverName" => {
                self.found.server = self.text()?;
            }
            b"tool_name" => self.found.tool = self.text()?,
            b"tool_use_id" => self.found.tool_use_id = self.text()?,
            b"message" => return self.object(Place::Rpc),
            // What a tool is called with may have the same keys as what a hook is called with.
            b"input" => {
                self.input = Some(self.at);
                return self.skip();
            }
            _ => return self.skip(),
        }
        Some(())
    }

    fn response(&mut self, place: Place, key: Text<'a>) -> Option<()> {
        match (place, key) {
            (Place::Response, b"subtype") => {
                self.found.subtype = self.text()?;
                self.found.error |= self.found.subtype == b"error";
            }
            (Place::Response, b"request_id") => self.found.request_id = self.text()?,
            (Place::Response, b"response") => return self.object(Place::Payload),
            (Place::Payload, b"mcp_response") => return self.object(Place::RpcAnswer),
            (Place::Response | Place::RpcAnswer, b"error") => {
                self.found.error |= self.is_there()?;
            }
            (Place::RpcAnswer, b"result") => return self.object(Place::RpcResult),
            (Place::RpcResult, b"isError") => self.found.error |= self.is_true()?,
            _ => return self.skip(),
        }
        Some(())
    }

    fn content(&mut self) -> Option<()> {
        if self.peek()? != b'[' {
            return self.skip();
        }
        self.at += 1;
        self.space();
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        loop {
            self.space();
            self.block = Block::default();
            self.object(Place::Block)?;
            self.keep_block();
            self.space();
            let next = self.peek()?;
            self.at += 1;
            match next {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }

    fn in_block(&mut self, key: Text<'a>) -> Option<()> {
        match key {
            b"type" => self.block.kind = self.text()?,
            b"id" => self.block.id = self.text()?,
            b"name" => self.block.name = self.text()?,
            b"tool_use_id" => self.block.tool_use_id = self.text()?,
            b"is_error" => self.block.error = self.is_true()?,
            _ => return self.skip(),
        }
        Some(())
    }

    fn keep_block(&mut self) {
        let Block {
            kind,
            id,
            name,
            tool_use_id,
            error,
        } = self.block;
        let found = &mut self.found;
        if found.detail.is_empty() {
            found.detail = kind;
        }
        match kind {
            b"tool_use" | b"server_tool_use" | b"mcp_tool_use" => {
                if let Some(free) = found.calls.iter_mut().find(|(id, _)| id.is_empty()) {
                    *free = (id, name);
                }
            }
            _ if kind.ends_with(b"tool_result") => {
                found.error |= error;
                if let Some(free) = found.results.iter_mut().find(|id| id.is_empty()) {
                    *free = tool_use_id;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
