module "complete" {
  source = "../../../examples/complete" # from a folder of bin/bench
}
