variable "zero" { default = 1 }

mock_provider "engine" {
  override_resource {
    target = engine_node.n
  }
}

mock_provider "other" {
}

run "here" {
  assert {
    condition     = engine_node.n.name == "n"
    error_message = "It has a different name."
  }
}
