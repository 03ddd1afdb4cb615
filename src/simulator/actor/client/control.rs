//! PURE. Control requests of the client. Owns: those about turns, tasks, servers and the process. All others are answered
//! from `facts`.

use super::hooks::{Event, fire};
use super::pending::Kind;
use crate::simulator::actor::calls::mcp;
use crate::simulator::actor::place::Place;
use crate::simulator::actor::turns::moments::fields;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::facts::{Answer, Reply, Server};
use crate::simulator::frames::control;
use crate::simulator::json::Look as _;
use crate::simulator::scenario::Silence;
use serde_json::{Value, json};

/// Takes one request.
pub(in crate::simulator::actor) fn request(cx: &Cx, message: &Value) {
    let id = message.at("request_id").as_str().map(str::to_owned);
    let request = message.at("request").clone();
    match request.at("subtype").as_str().unwrap_or_default() {
        "initialize" => initialize(cx, id, request),
        "interrupt" => cx.with(|world| world.interrupt(id.as_deref(), &request)),
        "mcp_reconnect" => reconnect(cx, id.as_deref(), &request),
        "mcp_toggle" => toggle(cx, id, request),
        "mcp_message" => pushed(cx, id.as_deref(), &request),
        "set_model" => set_model(cx, id, request),
        "mcp_set_servers" => {
            cx.with(|world| world.answer_request(id.as_deref(), &request));
            mcp::greet_all(cx);
        }
        "side_question" => cx.with(|world| {
            let text = format!(
                "About \"{}\": the simulator has no opinion.",
                request.at("question")
            );
            let payload = json!({"response": text, "synthetic": true});
            world.emit(&control::success(id.as_deref(), Some(payload)));
        }),
        _ => cx.with(|world| world.answer_request(id.as_deref(), &request)),
    }
}

/// `initialize`, perhaps late, perhaps never.
fn initialize(cx: &Cx, id: Option<String>, request: Value) {
    let start = cx.look(|world| world.scenario.start.clone());
    if start.silent == Some(Silence::Initialize) {
        return;
    }
    let inner = cx.clone();
    let prepared = cx.with(|world| world.prepare(&request));
    if prepared.is_ok() && start.initialize_error.is_none() {
        mcp::greet_all(cx);
    }
    cx.start(async move {
        inner.sleep_ms(start.initialize_delay_ms).await;
        inner.with(|world| {
            let wrong = start.initialize_error.or(prepared.err());
            match wrong {
                Some(words) => world.emit(&control::error(id.as_deref(), &words, None)),
                None => world.answer_initialize(id.as_deref(), &request),
            }
        });
    });
}

/// Only servers the CLI has started itself are connected again.
fn reconnect(cx: &Cx, id: Option<&str>, request: &Value) {
    let name = request.at("serverName").as_str().unwrap_or_default();
    cx.with(|world| {
        if world.facts.server(name).is_some_and(Server::is_sdk) {
            let words = format!("Server {name} is in-process and cannot be reconnected");
            world.emit(&control::error(id, &words, None));
        } else {
            world.answer_request(id, request);
        }
    });
}

/// A server is switched off or on; one of the client's is greeted anew before it is told to be there.
fn toggle(cx: &Cx, id: Option<String>, request: Value) {
    let name = request
        .at("serverName")
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let greets = cx.look(|world| {
        let server = world.facts.server(&name);
        let off = server.is_some_and(|server| server.is_sdk() && server.status == "disabled");
        off && *request.at("enabled") != false
    });
    let inner = cx.clone();
    if greets {
        cx.start(async move {
            mcp::greet(&inner, &name, false).await;
            inner.with(|world| world.answer_request(id.as_deref(), &request));
        });
    } else {
        cx.with(|world| world.answer_request(id.as_deref(), &request));
    }
}

/// Another model, with hooks before and after.
fn set_model(cx: &Cx, id: Option<String>, request: Value) {
    let inner = cx.clone();
    cx.start(async move {
        let from = inner.look(|world| world.facts.model.clone());
        let own = |to: &str| {
            fields(json!({
                "from_model": from,
                "to_model": to,
                "requested_model": request.at("model"),
                "source": "sdk",
            }))
        };
        let wanted = request.at("model").as_str().unwrap_or("default").to_owned();
        let place = Place::default();
        fire(&inner, &place, Event::new("PreModelSwitch", own(&wanted))).await;
        inner.with(|world| world.answer_request(id.as_deref(), &request));
        let to = inner.look(|world| world.facts.model.clone());
        if to != from {
            fire(&inner, &place, Event::new("PostModelSwitch", own(&to))).await;
        }
    });
}

/// A message of a server of the client's: its tools may have changed.
fn pushed(cx: &Cx, id: Option<&str>, request: &Value) {
    cx.with(|world| world.emit(&control::success(id, None)));
    let name = request
        .at("server_name")
        .as_str()
        .unwrap_or_default()
        .to_owned();
    if request.at("message").at("method") == "notifications/tools/list_changed" {
        let inner = cx.clone();
        cx.start(async move { mcp::list_tools(&inner, &name).await });
    }
}

impl World {
    /// What `initialize` brings is taken over before anybody is greeted.
    fn prepare(&mut self, request: &Value) -> Result<(), String> {
        if let Some(hooks) = request.get("hooks").filter(|hooks| !hooks.is_null()) {
            self.hooks.register(hooks)?;
        }
        let parked = self.park(request.at("sdkMcpServerManifests"));
        self.parked.extend(parked);
        // The response is made again when it is sent: this one is only for what it takes over.
        self.facts.state = self.session.state.word();
        self.facts.answer(request, self.wall_ms());
        for (name, config) in request
            .at("sdkMcpServerConfigs")
            .as_object()
            .into_iter()
            .flatten()
        {
            if let Some(limit) = config.at("timeout").as_u64() {
                let limit = std::time::Duration::from_millis(limit);
                self.greetings.of(name).timeout = Some(limit);
            }
        }
        Ok(())
    }

    fn answer_initialize(&mut self, id: Option<&str>, request: &Value) {
        let again = std::mem::replace(&mut self.initialized, true);
        self.facts.state = self.session.state.word();
        let Answer { reply, .. } = self.facts.answer(request, self.wall_ms());
        let open = self.pending.unanswered(&Kind::Person);
        let Some(mut frame) = reply.frame(id, &open) else {
            return;
        };
        if !self.parked.is_empty() {
            let parked: serde_json::Map<String, Value> = self
                .parked
                .iter()
                .map(|name| (name.clone(), json!("parked")))
                .collect();
            if let Some(payload) = frame.pointer_mut("/response/response") {
                payload.put("sdk_mcp_manifests_parked", Value::Object(parked));
            }
        }
        self.emit(&frame);
        if again {
            self.say_background();
        }
    }

    /// Answers from what the CLI knows of itself, or from what runs.
    fn answer_request(&mut self, id: Option<&str>, request: &Value) {
        let Answer {
            reply,
            before,
            after,
        } = self.facts.answer(request, self.wall_ms());
        // A conversation that has not begun is told nothing about its model.
        let begun = self.session.turns > 0 || *request.at("subtype") != "set_model";
        for aside in before.into_iter().filter(|_| begun) {
            let stamp = self.stamp();
            self.emit(&aside.frame(&stamp));
        }
        match reply.frame(id, &[]) {
            Some(frame) => self.emit(&frame),
            None => self.answer_running(id, request),
        }
        for aside in after {
            let stamp = self.stamp();
            self.emit(&aside.frame(&stamp));
        }
    }

    /// Requests about what runs.
    fn answer_running(&mut self, id: Option<&str>, request: &Value) {
        let text = |key: &str| request.at(key).as_str().unwrap_or_default();
        let payload = match text("subtype") {
            "stop_task" => {
                self.tasks.stop(text("task_id"));
                json!({})
            }
            "get_task_output" => {
                let Some(output) = self.task_output(text("task_id")) else {
                    let words = format!("No task found with ID: {}", text("task_id"));
                    self.emit(&control::error(id, &words, None));
                    return;
                };
                output
            }
            "cancel_async_message" => {
                let uuid = text("message_uuid").to_owned();
                let cancelled = self.queue.remove(&uuid);
                if cancelled {
                    self.say_lifecycle(Some(&uuid), "cancelled");
                }
                json!({"cancelled": cancelled})
            }
            "background_tasks" => {
                let call = request.at("tool_use_id").as_str();
                let moved = self.tasks.send_to_background(call);
                if moved.is_some() {
                    self.say_background();
                }
                match call {
                    Some(_) => json!({"backgrounded": moved.is_some()}),
                    None => json!({}),
                }
            }
            "end_session" => {
                self.emit(&control::success(id, None));
                // As if the client had closed its side.
                self.session.closed = true;
                self.pending.close();
                return;
            }
            _ => {
                let reply = Reply::Error("Not available here".to_owned(), None);
                if let Some(frame) = reply.frame(id, &[]) {
                    self.emit(&frame);
                }
                return;
            }
        };
        self.emit(&control::success(id, Some(payload)));
    }
}
