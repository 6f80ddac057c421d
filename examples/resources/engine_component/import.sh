# Import a component with a command, by its type and its id. With the id alone, the provider tries both types.
terraform import engine_component.forecast algorithm/0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50
