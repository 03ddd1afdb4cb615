#!/bin/sh
# The CLI of the tests: what it does is in the variable CCA_FAKE, in the words below.
say() { printf '%s\n' "$1"; }
# Answers `initialize`, which is always our first request.
ready() {
  read -r _ || exit 3
  say '{"type":"control_response","response":{"subtype":"success","request_id":"cca-1","response":{}}}'
}
# Waits for the next line.
hear() { read -r heard || exit 0; }
# Ends a turn well.
result() {
  say '{"type":"result","subtype":"success","is_error":false,"session_id":"s1","result":"done","terminal_reason":"completed","num_turns":1}'
}
# Lives until it is killed.
forever() { while :; do sleep 1000 & wait $!; done; }
eval "$CCA_FAKE"
