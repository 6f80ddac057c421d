terraform {
  # Provider functions need Terraform 1.8 or OpenTofu 1.7. The module is tested with Terraform 1.11 and later, and OpenTofu 1.12.
  required_version = ">= 1.8"

  required_providers {
    engine = {
      source  = "engine-platform/engine"
      version = "~> 0.1"
    }
  }
}
