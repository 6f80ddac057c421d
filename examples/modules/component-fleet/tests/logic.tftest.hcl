# Tests which objects the module creates from its inputs, without an engine.

mock_provider "engine" {}

variables {
  component = { name = "Anomaly score", version = "1.0.0" }
  routines = {
    inference = {
      max_instances = 3
      config = {
        interval  = { type = "int", value = "60" }
        threshold = { type = "float", required = true }
      }
      input  = { measurements = { multiple = true, required = true } }
      output = { score = { value_type = "Number" } }
    }
    training = { config = { day = { type = "str" } } }
  }
  sites = {
    north = {
      name = "Station North"
      routines = {
        inference = {
          config = { threshold = "0.8", interval = "10" }
          input  = { measurements = [{ asset = "pump-1", attribute = "pressure" }, { asset = "pump-2", attribute = "pressure" }] }
          output = { score = [{ asset = "pump-1", attribute = "score" }] }
        }
        training = {}
      }
    }
    south = {
      routines = {
        inference = {
          config = { threshold = "0.9" }
          input  = { measurements = [{ asset = "pump-3", attribute = "pressure" }] }
        }
      }
    }
  }
}

run "routine_of_every_site" {
  command = plan

  assert {
    condition     = tolist(keys(engine_routine.this)) == tolist(["north/inference", "north/training", "south/inference"])
    error_message = "There are routines for ${join(", ", keys(engine_routine.this))}."
  }
  assert {
    condition     = engine_routine.this["north/inference"].name == "Station North: inference" && engine_routine.this["south/inference"].name == "south: inference"
    error_message = "A routine is named after its site and kind."
  }
  assert {
    condition     = { for p in engine_routine.this["north/inference"].config : p.name => p.value } == { interval = "10", threshold = "0.8" }
    error_message = "What the site sets counts: ${jsonencode(engine_routine.this["north/inference"].config)}"
  }
  assert {
    condition     = { for p in engine_routine.this["south/inference"].config : p.name => p.value } == { interval = "60", threshold = "0.9" }
    error_message = "What the site leaves out is the kind's: ${jsonencode(engine_routine.this["south/inference"].config)}"
  }
  assert {
    condition     = jsondecode(engine_routine.this["north/inference"].output[0].value).asset == "pump-1" && length(jsondecode(engine_routine.this["north/inference"].input[0].value)) == 2
    error_message = "An address that takes several is a list, any other is one."
  }
  assert {
    condition     = engine_routine.this["south/inference"].output[0].value == null
    error_message = "An address that the site leaves out is not declared."
  }
  assert {
    condition     = tolist(engine_component.this.routines[*].name) == tolist(["inference", "training"])
    error_message = "The component offers every kind."
  }
}

run "site_with_an_unknown_kind" {
  command = plan
  variables {
    sites = { north = { routines = { inferrence = {} } } }
  }
  expect_failures = [engine_routine.this]
}

run "site_without_a_required_value" {
  command = plan
  variables {
    sites = { north = { routines = { inference = { input = { measurements = [{ asset = "pump-1", attribute = "pressure" }] } } } } }
  }
  expect_failures = [engine_routine.this]
}

run "site_with_a_parameter_that_there_is_not" {
  command = plan
  variables {
    sites = { north = { routines = { training = { config = { days = "7" } } } } }
  }
  expect_failures = [engine_routine.this]
}

run "two_addresses_where_one_fits" {
  command = plan
  variables {
    sites = {
      north = {
        routines = {
          inference = {
            config = { threshold = "1" }
            input  = { measurements = [{ asset = "pump-1", attribute = "pressure" }] }
            output = { score = [{ asset = "pump-1", attribute = "score" }, { asset = "pump-2", attribute = "score" }] }
          }
        }
      }
    }
  }
  expect_failures = [engine_routine.this]
}

run "more_routines_than_the_component_may_have" {
  command = plan
  variables {
    routines = { training = { max_instances = 1 } }
    sites    = { for site in ["east", "west"] : site => { routines = { training = {} } } }
  }
  expect_failures = [output.component_id]
}
