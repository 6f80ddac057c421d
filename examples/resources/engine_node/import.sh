# Import a node with a command, by its id.
terraform import engine_node.site 0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50
