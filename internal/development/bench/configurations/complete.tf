module "complete" {
  source = "../../../examples/complete" # relative to a directory in bin/bench
}
