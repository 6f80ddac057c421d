# Import a component by its identity: its type and its id. You can omit the type. This needs Terraform 1.12 or later.

import {
  to = engine_component.forecast
  identity = {
    type = "algorithm"
    id   = "0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50"
  }
}
