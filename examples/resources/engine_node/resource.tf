# A node that runs on a computer of your own.

resource "engine_node" "site" {
  name = "Pumping station north"
  type = "self_hosted"
}
