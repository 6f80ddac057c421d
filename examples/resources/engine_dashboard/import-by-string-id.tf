# Import a dashboard with an import block, by its id.

import {
  to = engine_dashboard.plant
  id = "0b9d7c5e-4f3a-4e21-8c6b-5a1d2e3f4a50"
}
