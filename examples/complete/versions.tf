terraform {
  required_version = ">= 1.8"

  required_providers {
    engine = {
      source  = "engine-platform/engine"
      version = ">= 0.1.0"
    }
  }
}

# Address and credentials come from ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY.
provider "engine" {}
