run "plan" {
  command = plan

  assert {
    condition     = engine_node.counted[0].name == "Node 0"
    error_message = "Wrong name."
  }
}
