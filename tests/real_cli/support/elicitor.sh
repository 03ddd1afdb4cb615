# A stdio MCP server with one tool, which asks the user for a name and gives back the answer as it came.
id_of() { printf '%s' "$1" | sed 's/.*"id":\([0-9][0-9]*\).*/\1/'; }
say() { printf '%s\n' "{\"jsonrpc\":\"2.0\",$1}"; }
while IFS= read -r line; do
  case "$line" in
    *'"method":"initialize"'*)
      say "\"id\":$(id_of "$line"),\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"elicitor\",\"version\":\"1\"}}" ;;
    *'"method":"tools/list"'*)
      say "\"id\":$(id_of "$line"),\"result\":{\"tools\":[{\"name\":\"ask\",\"description\":\"Asks\",\"inputSchema\":{\"type\":\"object\"}}]}" ;;
    *'"method":"tools/call"'*)
      call=$(id_of "$line")
      say '"id":"e1","method":"elicitation/create","params":{"message":"What is your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}' ;;
    *'"id":"e1"'*)
      answer=$(printf '%s' "$line" | sed 's/\\/\\\\/g; s/"/\\"/g')
      say "\"id\":$call,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"$answer\"}]}" ;;
    *'"method":"notifications/'*) ;;
    *'"id":'*)
      say "\"id\":$(id_of "$line"),\"error\":{\"code\":-32601,\"message\":\"no such method\"}" ;;
  esac
done
