resource "engine_node" "site" {
  name = "Site"
  type = "self_hosted"
}
