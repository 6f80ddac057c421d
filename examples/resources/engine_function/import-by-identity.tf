# Import a function by its identity, which consists of the id only. This needs Terraform 1.12 or later.

import {
  to = engine_function.mean_pressure
  identity = {
    id = "0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50"
  }
}
