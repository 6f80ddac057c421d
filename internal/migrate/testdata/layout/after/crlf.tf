resource "engine_node" "crlf" { # here
  name = "n"                    # there
  # migrate: engine_node has no "owner"
  # owner = 1
  type = "self_hosted"
}
