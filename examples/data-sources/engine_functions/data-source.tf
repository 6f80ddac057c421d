# List all functions whose name contains a given string.

resource "engine_function" "losses" {
  name = "Losses per day"
}

data "engine_functions" "daily" {
  name_contains = "per day"
  depends_on    = [engine_function.losses]
}

output "function_ids" {
  value = data.engine_functions.daily.functions[*].id
}
