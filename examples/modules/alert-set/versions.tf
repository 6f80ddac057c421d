terraform {
  # Provider functions came with Terraform 1.8 and OpenTofu 1.7; the module is tested with Terraform 1.11 and newer, and OpenTofu 1.12.
  required_version = ">= 1.8"

  required_providers {
    engine = {
      source  = "engine-platform/engine"
      version = "~> 0.1"
    }
  }
}
