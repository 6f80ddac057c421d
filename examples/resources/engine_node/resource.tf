resource "engine_node" "site" {
  name = "Pumping station north"
  type = "self_hosted"
}
