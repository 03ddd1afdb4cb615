#!/bin/sh
# The CLI of these tests: what it does is in the file fake.sh of its working directory, in the words below and those of
# the SDK's own fake.
# Text of the model.
text() { say '{"type":"assistant","session_id":"s1","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"'"$1"'"}]}}'; }
# A call of a tool: id, name, input.
call() { say '{"type":"assistant","session_id":"s1","message":{"id":"m2","role":"assistant","content":[{"type":"tool_use","id":"'"$1"'","name":"'"$2"'","input":'"$3"'}]}}'; }
# What came back: id, text, whether it is an error.
back() { say '{"type":"user","session_id":"s1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"'"$1"'","content":"'"$2"'","is_error":'"${3:-false}"'}]}}'; }
# Asks whether a tool may run: request id, call, name, input, more fields.
asks() { say '{"type":"control_request","request_id":"'"$1"'","request":{"subtype":"can_use_tool","tool_use_id":"'"$2"'","tool_name":"'"$3"'","input":'"$4${5:-}"'}}'; }
# A result with these fields.
ends() { say '{"type":"result","session_id":"s1","num_turns":1,'"$1"'}'; }
ok() { ends '"subtype":"success","is_error":false,"terminal_reason":"completed","result":"'"${1:-done}"'"'; }
init() { say '{"type":"system","subtype":"init","session_id":"s1","model":"tester","claude_code_version":"9.9.9","permissionMode":"default","tools":["Bash"],"mcp_servers":[]}'; }
here=$(dirname "$0")
CCA_FAKE=$(cat ./fake.sh)
. "$here/../sdk/fake_cli.sh"
