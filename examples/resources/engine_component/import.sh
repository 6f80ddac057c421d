# By type and identifier. The identifier alone is looked for among the algorithms, then among the connectors.
terraform import engine_component.forecast algorithm/0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50
