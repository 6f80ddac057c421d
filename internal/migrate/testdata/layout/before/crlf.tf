resource "acme_node" "crlf" { # here
  name = "n" # there
  owner = 1
  type = "self_hosted"
}
