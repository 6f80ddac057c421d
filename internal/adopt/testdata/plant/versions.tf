terraform {
  required_version = ">= 1.5"
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}
