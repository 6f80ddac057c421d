resource "engine_node" "n" {
  name = "n"
  type = "x"
}
