terraform {
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}
