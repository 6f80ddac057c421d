resource "acme_node" "n" {
  name = "n"
  type = "x"
}
