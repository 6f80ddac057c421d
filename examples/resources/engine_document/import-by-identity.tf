# Import an object by its identity: the path of its collection and its id. This needs Terraform 1.12 or later.

import {
  to = engine_document.pump
  identity = {
    path = "asset/assets/"
    id   = "0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50"
  }
}
