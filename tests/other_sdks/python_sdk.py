"""The official Python SDK against a CLI: the simulator, the real one, or either of them through the tap.

Usage: python_sdk.py CLI [SCRIPTS], with `claude-agent-sdk` installed. SCRIPTS is for the real CLI, whose model is the
stand-in: a JSON object with what the model says to each prompt. Each check is one function, and what it returns is what
the program has seen: the same, whichever CLI it is. The last line is "N passed, N failed".
"""

import asyncio
import json
import os
import sys
import tempfile
import traceback

from claude_agent_sdk import (
    AssistantMessage,
    ClaudeAgentOptions,
    ClaudeSDKClient,
    HookMatcher,
    PermissionResultAllow,
    PermissionResultDeny,
    ResultMessage,
    SystemMessage,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UserMessage,
    create_sdk_mcp_server,
    query,
    tool,
)

CLI = sys.argv[1]
SCRIPTS = json.load(open(sys.argv[2])) if len(sys.argv) > 2 else None
PATIENCE = 60
NOWHERE = "99999999-2222-4333-8444-555555555555"
PLACE = tempfile.mkdtemp()


def options(**more):
    return ClaudeAgentOptions(cli_path=CLI, cwd=PLACE, **more)


def prompted(text):
    return f"{text} @@SCRIPT {json.dumps(SCRIPTS[text])}" if SCRIPTS else text


def is_made(name):
    """Only the real CLI runs commands."""
    return os.path.exists(os.path.join(PLACE, name)) if SCRIPTS else None


def said(messages):
    blocks = [b for m in messages if isinstance(m, AssistantMessage) for b in m.content]
    return " ".join(b.text for b in blocks if isinstance(b, TextBlock))


def result(messages):
    results = [m for m in messages if isinstance(m, ResultMessage)]
    assert len(results) == 1, f"one result, not {len(results)}"
    return results[0]


async def turn(client, prompt):
    await client.query(prompted(prompt))
    return [message async for message in client.receive_response()]


def seen(messages):
    """What a program sees of the conversation, but for what differs each time."""
    shown = []
    for message in messages:
        kind = type(message).__name__
        if isinstance(message, (AssistantMessage, UserMessage)) and isinstance(message.content, list):
            shown += [f"{kind} {type(block).__name__}" for block in message.content]
        elif isinstance(message, ResultMessage):
            shown.append(f"{kind} {message.subtype} {message.is_error} {message.num_turns}")
    return shown + [said(messages)]


async def a_query():
    messages = [m async for m in query(prompt=prompted("hello there"), options=options())]
    assert said(messages) == "You said: hello there", said(messages)
    assert any(isinstance(m, SystemMessage) and m.subtype == "init" for m in messages)
    end = result(messages)
    assert end.subtype == "success" and not end.is_error and end.result == "You said: hello there"
    assert end.session_id and end.total_cost_usd is not None and end.usage
    return seen(messages)


async def a_tool_call():
    calls = []

    @tool("add", "Adds two numbers", {"a": float, "b": float})
    async def add(args):
        calls.append(args)
        return {"content": [{"type": "text", "text": f"{args['a'] + args['b']:g}"}]}

    server = create_sdk_mcp_server(name="calc", version="1.0.0", tools=[add])
    chosen = options(mcp_servers={"calc": server}, allowed_tools=["mcp__calc__add"])
    async with ClaudeSDKClient(options=chosen) as client:
        messages = await turn(client, "add 15 and 27")
    assert calls == [{"a": 15, "b": 27}], calls
    assert said(messages).endswith("The sum is 42."), said(messages)
    uses = [b for m in messages if isinstance(m, AssistantMessage) for b in m.content if isinstance(b, ToolUseBlock)]
    results = [b for m in messages if isinstance(m, UserMessage) and isinstance(m.content, list)
               for b in m.content if isinstance(b, ToolResultBlock)]
    assert [u.name for u in uses] == ["mcp__calc__add"]
    assert [r.tool_use_id for r in results] == [uses[0].id]
    return seen(messages)


async def permission_callbacks():
    asked = []

    async def decide(name, given, context):
        asked.append((name, given["command"]))
        if "yes" in given["command"]:
            return PermissionResultAllow()
        if "edit" in given["command"]:
            return PermissionResultAllow(updated_input={**given, "command": "touch other"})
        return PermissionResultDeny(message="not today")

    async with ClaudeSDKClient(options=options(can_use_tool=decide)) as client:
        assert said(await turn(client, "make yes.txt")) == "Made as asked."
        assert said(await turn(client, "make edit.txt")) == "Ran touch other instead."
        denied = await turn(client, "make no.txt")
    assert said(denied) == "Not made: not today", said(denied)
    assert [c for _, c in asked] == ["touch yes.txt", "touch edit.txt", "touch no.txt"], asked
    assert result(denied).permission_denials, "the denial is in the result"
    if SCRIPTS:
        made = [is_made(name) for name in ("yes.txt", "edit.txt", "other", "no.txt")]
        assert made == [True, False, True, False], made
    return asked + seen(denied)


async def a_hook_that_denies():
    calls = []

    async def guard(given, tool_use_id, context):
        calls.append((given["hook_event_name"], given["tool_name"], given["tool_input"]["command"]))
        return {"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "guarded"}}

    hooks = {"PreToolUse": [HookMatcher(matcher="Bash", hooks=[guard])]}
    async with ClaudeSDKClient(options=options(hooks=hooks)) as client:
        messages = await turn(client, "make a.txt")
    assert calls == [("PreToolUse", "Bash", "touch a.txt")], calls
    assert "guarded" in said(messages), said(messages)
    assert not is_made("a.txt")
    return seen(messages)[:-1]


async def an_interrupt():
    chosen = options(include_partial_messages=True)
    async with ClaudeSDKClient(options=chosen) as client:
        await client.query(prompted("talk for long"))
        messages, interrupted = [], False
        async for message in client.receive_response():
            messages.append(message)
            if not interrupted and getattr(message, "event", {}).get("delta", {}).get("text"):
                interrupted = True
                await client.interrupt()
        end = result(messages)
        assert end.is_error and end.subtype == "error_during_execution", end
        again = await turn(client, "still there?")
        assert said(again) == "You said: still there?", said(again)
        return [end.subtype, said(again)]


async def a_session_resumed():
    async with ClaudeSDKClient(options=options()) as client:
        first = result(await turn(client, "remember apricot"))
    async with ClaudeSDKClient(options=options(resume=first.session_id)) as client:
        messages = await turn(client, "which word")
    assert said(messages) == "The word is apricot.", said(messages)
    assert result(messages).session_id == first.session_id
    return seen(messages)


async def control_requests():
    async with ClaudeSDKClient(options=options()) as client:
        info = await client.get_server_info()
        assert info and info.get("commands"), info
        await client.set_model("claude-haiku-4-5")
        await client.set_permission_mode("acceptEdits")
        messages = await turn(client, "hello")
    init = next(m for m in messages if isinstance(m, SystemMessage) and m.subtype == "init")
    assert init.data["permissionMode"] == "acceptEdits", init.data
    assert "haiku" in init.data["model"], init.data["model"]
    return seen(messages)


async def structured_output():
    schema = {"type": "object", "required": ["name", "stars"],
              "properties": {"name": {"type": "string"}, "stars": {"type": "integer"}}}
    chosen = options(output_format={"type": "json_schema", "schema": schema})
    messages = [m async for m in query(prompt=prompted("fill in the form"), options=chosen)]
    assert result(messages).structured_output == {"name": "cca", "stars": 5}, result(messages)
    return result(messages).structured_output


async def failing(**more):
    """How the SDK tells that the CLI ended badly: what came before, the kind of error, and the exit code."""
    messages = []
    try:
        async for message in query(prompt=prompted("hello there"), options=options(**more)):
            messages.append(message)
    except Exception as error:
        assert "1" in str(error) or getattr(error, "exit_code", None) == 1, error
        return seen(messages) + [type(error).__name__, getattr(error, "exit_code", None)]
    raise AssertionError(f"it did not fail: {messages}")


async def an_exit_with_an_error():
    return await failing(extra_args={"session-id": "none"})


async def a_session_that_is_not_there():
    return await failing(resume=NOWHERE)


CHECKS = [a_query, a_tool_call, permission_callbacks, a_hook_that_denies, an_interrupt, a_session_resumed,
          control_requests, structured_output, an_exit_with_an_error, a_session_that_is_not_there]


async def main():
    failed = 0
    for check in CHECKS:
        try:
            told = await asyncio.wait_for(check(), PATIENCE)
            print(f"ok      {check.__name__}: {json.dumps(told)}", flush=True)
        except BaseException:
            failed += 1
            print(f"FAILED  {check.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
