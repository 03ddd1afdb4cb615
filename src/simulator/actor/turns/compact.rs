//! PURE. Compactions. Owns: their frames and hooks, in order.

use super::moments::fields;
use crate::simulator::actor::client::hooks::{Event, fire};
use crate::simulator::actor::place::Part;
use crate::simulator::actor::wait::Cx;
use crate::simulator::actor::world::World;
use crate::simulator::frames::system::{self, Compacted};
use crate::simulator::frames::user;
use crate::simulator::scenario::Compaction;
use crate::simulator::scenario::fill;
use serde_json::json;

/// How many agents of its own the CLI uses.
const SUMMARISERS: u32 = 2;

/// What a compaction on demand looks like if the scenario says nothing.
pub(super) fn on_demand() -> Compaction {
    Compaction {
        manual: true,
        tokens_before: 12_000,
        tokens_after: 3_000,
        summary: "The conversation so far was summarised.".to_owned(),
        takes_ms: 0,
    }
}

/// The first half: what is told while it is done.
pub(super) async fn shrink(cx: &Cx, part: &Part, compaction: &Compaction, instructions: &str) {
    let trigger = if compaction.manual { "manual" } else { "auto" };
    let own = fields(json!({"trigger": trigger, "custom_instructions": instructions}));
    let event = Event {
        subject: trigger,
        ..Event::new("PreCompact", own)
    };
    fire(cx, &part.place, event).await;
    cx.with(|world| {
        let stamp = world.stamp();
        world.emit(&system::compacting(&stamp));
    });
    cx.sleep_ms(compaction.takes_ms).await;
    // The summary is the work of agents of the CLI's own, and the hooks of their ends fire as for any other.
    for _ in 0..SUMMARISERS {
        let id = cx.look(|world| world.ids.agent_task());
        let own = fields(json!({"agent_id": id, "agent_type": "", "stop_hook_active": false}));
        fire(cx, &part.place, Event::new("SubagentStop", own)).await;
    }
    let own = fields(json!({"source": "compact"}));
    let event = Event {
        subject: "compact",
        ..Event::new("SessionStart", own)
    };
    fire(cx, &part.place, event).await;
    let summary = fill::text(&compaction.summary, &part.values);
    let own = fields(json!({"trigger": trigger, "compact_summary": summary}));
    let event = Event {
        subject: trigger,
        ..Event::new("PostCompact", own)
    };
    fire(cx, &part.place, event).await;
    cx.with(|world| {
        let stamp = world.stamp();
        world.emit(&system::compacted(&stamp, true));
    });
}

impl World {
    /// The second half: the boundary and the summary.
    pub(super) fn say_boundary(&mut self, part: &Part, compaction: &Compaction) {
        let (summary_uuid, kept, parent) = (self.ids.uuid(), self.ids.uuid(), self.ids.uuid());
        let stamp = self.stamp();
        let told = Compacted {
            manual: compaction.manual,
            tokens_before: compaction.tokens_before,
            tokens_after: compaction.tokens_after,
            duration_ms: compaction.takes_ms,
            summary_uuid: &summary_uuid,
            kept: &[kept],
            parent_uuid: &parent,
        };
        self.emit(&system::compact_boundary(&stamp, &told));
        self.facts.ledger.set_context(compaction.tokens_after);
        let summary = fill::text(&compaction.summary, &part.values);
        let text = format!(
            "This session is being continued from a previous conversation that ran out of context. The summary:\n\n{summary}"
        );
        let mut stamp = self.stamp();
        stamp.uuid = summary_uuid;
        self.emit(&user::synthetic(&stamp, &text));
    }
}

/// A compaction inside a turn.
pub(in crate::simulator::actor) async fn compact(
    cx: &Cx,
    part: &mut Part,
    compaction: &Compaction,
) {
    // The answer so far is over; its limits do not matter here.
    let _ = cx.finish_message(part, "end_turn");
    shrink(cx, part, compaction, "").await;
    cx.with(|world| world.say_boundary(part, compaction));
}
