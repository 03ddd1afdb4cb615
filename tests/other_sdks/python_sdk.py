"""The official Python SDK against the simulator: what a program sees must be what it sees with the real CLI.

Usage: python_sdk.py SIMULATOR, with `claude-agent-sdk` installed. Each check is one function; the last line is
"N passed, N failed".
"""

import asyncio
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

SIMULATOR = sys.argv[1]
PATIENCE = 30


def options(**more):
    return ClaudeAgentOptions(cli_path=SIMULATOR, cwd=tempfile.gettempdir(), **more)


def said(messages):
    blocks = [b for m in messages if isinstance(m, AssistantMessage) for b in m.content]
    return " ".join(b.text for b in blocks if isinstance(b, TextBlock))


def result(messages):
    results = [m for m in messages if isinstance(m, ResultMessage)]
    assert len(results) == 1, f"one result, not {len(results)}"
    return results[0]


async def turn(client, prompt):
    await client.query(prompt)
    return [message async for message in client.receive_response()]


async def a_query():
    messages = [m async for m in query(prompt="hello there", options=options())]
    assert said(messages) == "You said: hello there", said(messages)
    assert any(isinstance(m, SystemMessage) and m.subtype == "init" for m in messages)
    end = result(messages)
    assert end.subtype == "success" and not end.is_error and end.result == "You said: hello there"
    assert end.session_id and end.total_cost_usd is not None and end.usage


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


async def a_hook_that_denies():
    seen = []

    async def guard(given, tool_use_id, context):
        seen.append((given["hook_event_name"], given["tool_name"], given["tool_input"]["command"]))
        return {"hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "guarded"}}

    hooks = {"PreToolUse": [HookMatcher(matcher="Bash", hooks=[guard])]}
    async with ClaudeSDKClient(options=options(hooks=hooks)) as client:
        messages = await turn(client, "make a.txt")
    assert seen == [("PreToolUse", "Bash", "touch a.txt")], seen
    assert "guarded" in said(messages), said(messages)


async def an_interrupt():
    chosen = options(include_partial_messages=True)
    async with ClaudeSDKClient(options=chosen) as client:
        await client.query("talk for long")
        seen, interrupted = [], False
        async for message in client.receive_response():
            seen.append(message)
            if not interrupted and getattr(message, "event", {}).get("delta", {}).get("text"):
                interrupted = True
                await client.interrupt()
        assert result(seen).is_error and result(seen).subtype == "error_during_execution", result(seen)
        again = await turn(client, "still there?")
        assert said(again) == "You said: still there?", said(again)


async def a_session_resumed():
    async with ClaudeSDKClient(options=options()) as client:
        first = result(await turn(client, "remember apricot"))
    async with ClaudeSDKClient(options=options(resume=first.session_id)) as client:
        messages = await turn(client, "which word")
    assert said(messages) == "The word is apricot.", said(messages)
    assert result(messages).session_id == first.session_id


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


async def structured_output():
    schema = {"type": "object", "required": ["name", "stars"],
              "properties": {"name": {"type": "string"}, "stars": {"type": "integer"}}}
    chosen = options(output_format={"type": "json_schema", "schema": schema})
    messages = [m async for m in query(prompt="fill in the form", options=chosen)]
    assert result(messages).structured_output == {"name": "cca", "stars": 5}, result(messages)


CHECKS = [a_query, a_tool_call, permission_callbacks, a_hook_that_denies, an_interrupt, a_session_resumed,
          control_requests, structured_output]


async def main():
    failed = 0
    for check in CHECKS:
        try:
            await asyncio.wait_for(check(), PATIENCE)
            print(f"ok      {check.__name__}", flush=True)
        except BaseException:
            failed += 1
            print(f"FAILED  {check.__name__}\n{traceback.format_exc()}", flush=True)
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(asyncio.run(main()))
