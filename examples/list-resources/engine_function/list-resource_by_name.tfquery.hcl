# Find the functions whose name contains a text.

list "engine_function" "by_name" {
  provider = engine

  config {
    name_contains = "per day"
  }
}
