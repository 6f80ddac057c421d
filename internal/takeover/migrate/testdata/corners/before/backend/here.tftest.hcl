variable "zero" { default = 1 }

mock_provider "acme" {
  override_resource {
    target = acme_node.n
  }
}

mock_provider "other" {
}

run "here" {
  assert {
    condition     = acme_node.n.name == "n"
    error_message = "It has a different name."
  }
}
