terraform {
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}

resource "engine_node" "n" {
  name = "n"
  type = "x"
}
