# Up to 1,000 functions; without limit, Terraform shows 100.
list "engine_function" "all" {
  provider = engine
  limit    = 1000
}
