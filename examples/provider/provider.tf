# The configuration contains the engine's address and the access id. The secret key comes from the environment variable ENGINE_SECRET_KEY.

terraform {
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}

provider "engine" {
  base_url  = "https://engine.example.com"
  access_id = "5f0c2b1e-7f0d-4b8e-9a53-0d4f2f6f3c11"
}
