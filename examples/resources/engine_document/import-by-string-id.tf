# Import an object with an import block, by the path of its collection and its id.

import {
  to = engine_document.pump
  id = "asset/assets/0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50"
}
