// The official TypeScript SDK against a CLI: the simulator, the real one, or either of them through the tap.
//
// Usage: node typescript_sdk.mjs CLI [SCRIPTS], with `@anthropic-ai/claude-agent-sdk` and `zod` where node finds them.
// SCRIPTS is for the real CLI, whose model is the stand-in: a JSON object with what the model says to each prompt. Each
// check is one function, and what it returns is what the program has seen: the same, whichever CLI it is. The last line
// is "N passed, N failed".

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";

const cli = process.argv[2];
const scripts = process.argv[3] && JSON.parse(readFileSync(process.argv[3], "utf8"));
const PATIENCE_MS = 60_000;
const NOWHERE = "99999999-2222-4333-8444-555555555555";
const place = mkdtempSync(join(tmpdir(), "sdk-"));

const options = (more = {}) => ({ pathToClaudeCodeExecutable: cli, cwd: place, ...more });

const prompted = (text) => (scripts ? `${text} @@SCRIPT ${JSON.stringify(scripts[text])}` : text);

const said = (messages) =>
  messages
    .filter((message) => message.type === "assistant")
    .flatMap((message) => message.message.content)
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join(" ");

const result = (messages) => {
  const results = messages.filter((message) => message.type === "result");
  assert.equal(results.length, 1, "one result");
  return results[0];
};

const all = async (prompt, more) => {
  const messages = [];
  for await (const message of query({ prompt: prompted(prompt), options: options(more) })) messages.push(message);
  return messages;
};

/** What a program sees of the conversation, but for what differs each time. */
const seen = (messages) => {
  const shown = [];
  for (const message of messages) {
    if (message.type === "result") shown.push(`result ${message.subtype} ${message.is_error} ${message.num_turns}`);
    const content = ["assistant", "user"].includes(message.type) ? message.message.content : [];
    if (Array.isArray(content)) shown.push(...content.map((block) => `${message.type} ${block.type}`));
  }
  return [...shown, said(messages)];
};

/** Prompts that are sent one by one: `next` is called with what was said so far. */
async function* prompts(texts, done) {
  for (const text of texts) {
    yield { type: "user", message: { role: "user", content: prompted(text) }, parent_tool_use_id: null, session_id: "" };
    await done();
  }
}

/** One session, many turns: the messages of each turn. */
async function session(texts, more, onMessage = () => {}) {
  const turns = [[]];
  let release = () => {};
  const running = query({
    prompt: prompts(texts, () => new Promise((resolve) => { release = resolve; })),
    options: options(more),
  });
  for await (const message of running) {
    turns.at(-1).push(message);
    await onMessage(message, running);
    if (message.type === "result") {
      turns.push([]);
      if (turns.length > texts.length) { release(); break; }
      release();
    }
  }
  return turns.slice(0, texts.length);
}

async function aQuery() {
  const messages = await all("hello there");
  assert.equal(said(messages), "You said: hello there");
  assert.ok(messages.some((message) => message.type === "system" && message.subtype === "init"));
  const end = result(messages);
  assert.equal(end.subtype, "success");
  assert.equal(end.result, "You said: hello there");
  assert.ok(end.session_id && typeof end.total_cost_usd === "number" && end.usage);
  return seen(messages);
}

async function aToolCall() {
  const calls = [];
  const add = tool("add", "Adds two numbers", { a: z.number(), b: z.number() }, async (args) => {
    calls.push(args);
    return { content: [{ type: "text", text: String(args.a + args.b) }] };
  });
  const calc = createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add] });
  const [messages] = await session(["add 15 and 27"], { mcpServers: { calc }, allowedTools: ["mcp__calc__add"] });
  assert.deepEqual(calls, [{ a: 15, b: 27 }]);
  assert.ok(said(messages).endsWith("The sum is 42."), said(messages));
  return seen(messages);
}

async function permissionCallbacks() {
  const asked = [];
  const canUseTool = async (name, input) => {
    asked.push(input.command);
    if (input.command.includes("yes")) return { behavior: "allow", updatedInput: input };
    if (input.command.includes("edit")) return { behavior: "allow", updatedInput: { ...input, command: "touch other" } };
    return { behavior: "deny", message: "not today" };
  };
  const turns = await session(["make yes.txt", "make edit.txt", "make no.txt"], { canUseTool });
  assert.deepEqual(turns.map(said), ["Made as asked.", "Ran touch other instead.", "Not made: not today"]);
  assert.deepEqual(asked, ["touch yes.txt", "touch edit.txt", "touch no.txt"]);
  assert.equal(result(turns[2]).permission_denials.length, 1);
  if (scripts) {
    const made = ["yes.txt", "edit.txt", "other", "no.txt"].map((name) => existsSync(join(place, name)));
    assert.deepEqual(made, [true, false, true, false]);
  }
  return [asked, ...turns.map(seen)];
}

async function aHookThatDenies() {
  const calls = [];
  const guard = async (input) => {
    calls.push([input.hook_event_name, input.tool_name, input.tool_input.command]);
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "guarded",
      },
    };
  };
  const [messages] = await session(["make a.txt"], { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] } });
  assert.deepEqual(calls, [["PreToolUse", "Bash", "touch a.txt"]]);
  assert.ok(said(messages).includes("guarded"), said(messages));
  assert.ok(!existsSync(join(place, "a.txt")));
  return seen(messages).slice(0, -1);
}

async function anInterrupt() {
  let interrupted = false;
  const onMessage = async (message, running) => {
    if (!interrupted && message.type === "stream_event" && message.event.delta?.text) {
      interrupted = true;
      await running.interrupt();
    }
  };
  const turns = await session(["talk for long", "still there?"], { includePartialMessages: true }, onMessage);
  assert.equal(result(turns[0]).subtype, "error_during_execution");
  assert.equal(said(turns[1]), "You said: still there?");
  return [result(turns[0]).subtype, said(turns[1])];
}

async function aSessionResumed() {
  const first = result(await all("remember apricot"));
  const messages = await all("which word", { resume: first.session_id });
  assert.equal(said(messages), "The word is apricot.");
  assert.equal(result(messages).session_id, first.session_id);
  return seen(messages);
}

async function controlRequests() {
  const onMessage = async (message, running) => {
    if (message.type !== "result") return;
    await running.setModel("claude-haiku-4-5");
    await running.setPermissionMode("acceptEdits");
    assert.ok((await running.supportedCommands()).length > 0);
    assert.ok(Array.isArray(await running.mcpServerStatus()));
  };
  const turns = await session(["hello", "hello"], {}, onMessage);
  const init = turns[1].find((message) => message.type === "system" && message.subtype === "init");
  assert.equal(init.permissionMode, "acceptEdits");
  assert.ok(init.model.includes("haiku"), init.model);
  return turns.map(seen);
}

async function structuredOutput() {
  const schema = {
    type: "object", required: ["name", "stars"],
    properties: { name: { type: "string" }, stars: { type: "integer" } },
  };
  const messages = await all("fill in the form", { outputFormat: { type: "json_schema", schema } });
  assert.deepEqual(result(messages).structured_output, { name: "cca", stars: 5 });
  return result(messages).structured_output;
}

/** How the SDK tells that the CLI ended badly: what came before, and what it says about the exit. */
async function failing(more) {
  const messages = [];
  try {
    for await (const message of query({ prompt: prompted("hello there"), options: options(more) })) {
      messages.push(message);
    }
  } catch (error) {
    const told = /exited with code \d+|No conversation found/.exec(error.message);
    assert.ok(told, error.message);
    return [...seen(messages), told[0]];
  }
  assert.fail(`it did not fail: ${JSON.stringify(messages)}`);
}

const anExitWithAnError = () => failing({ extraArgs: { "session-id": "none" } });
const aSessionThatIsNotThere = () => failing({ resume: NOWHERE });

const checks = [
  aQuery, aToolCall, permissionCallbacks, aHookThatDenies, anInterrupt, aSessionResumed, controlRequests,
  structuredOutput, anExitWithAnError, aSessionThatIsNotThere,
];
let failed = 0;
for (const check of checks) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    const told = await Promise.race([check(), late]);
    console.log(`ok      ${check.name}: ${JSON.stringify(told)}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${check.name}\n${error.stack}`);
  } finally {
    clearTimeout(timer);
  }
}
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
