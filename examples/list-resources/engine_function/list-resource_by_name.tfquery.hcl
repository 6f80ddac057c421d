# Find the functions whose name contains a given string.

list "engine_function" "by_name" {
  provider = engine

  config {
    name_contains = "per day"
  }
}
