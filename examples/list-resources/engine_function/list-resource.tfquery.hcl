# List up to 1,000 functions. Without limit, Terraform shows 100.

list "engine_function" "all" {
  provider = engine
  limit    = 1000
}
