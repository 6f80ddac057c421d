run "plan" {
  command = plan

  assert {
    condition     = acme_node.counted[0].name == "Node 0"
    error_message = "Wrong name."
  }
}
