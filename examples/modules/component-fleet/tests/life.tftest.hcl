# Tests the module on an engine. Without an engine, run: terraform-provider-engine reference-server -- terraform test

variables {
  component = { name = "Anomaly score", version = "1.0.0", running = true }
  routines = {
    inference = {
      config = { threshold = { type = "float", required = true } }
      input  = { measurements = { multiple = true } }
    }
  }
  sites = {
    north = { routines = { inference = { config = { threshold = "0.8" }, input = { measurements = [{ asset = "pump-1", attribute = "pressure" }] } } } }
  }
}

run "made" {
  assert {
    condition     = length(engine_component.this.id) > 0 && engine_component.this.running && engine_routine.this["north/inference"].component_id == engine_component.this.id
    error_message = "The component does not run, or the routine is not its own."
  }
}

# If the plan knows the id of an object, it does not replace the object.
run "one_more_site" {
  command = plan
  variables {
    sites = {
      north = { routines = { inference = { config = { threshold = "0.7" }, input = { measurements = [{ asset = "pump-1", attribute = "pressure" }] } } } }
      south = { routines = { inference = { config = { threshold = "0.9" } } } }
    }
  }
  assert {
    condition     = engine_routine.this["north/inference"].id != "" && length(engine_routine.this) == 2
    error_message = "The routine of the site that was there does not stay."
  }
}
