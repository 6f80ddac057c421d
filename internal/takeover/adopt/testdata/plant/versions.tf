terraform {
  required_version = ">= 1.8"
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}
