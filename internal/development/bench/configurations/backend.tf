# The benchmark sets the address in TF_HTTP_ADDRESS.
terraform {
  backend "http" {}
}
