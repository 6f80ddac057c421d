# Tests which alerts the module creates from its inputs, without an engine.

mock_provider "engine" {}

variables {
  assets = {
    pump-1 = { id = "id-of-pump-1", name = "Pump 1", attributes = { pressure = "id-of-pressure", flow = "id-of-flow" }, tags = [{ id = "north" }] }
    pump-2 = { id = "id-of-pump-2", attributes = { pressure = "id-of-pressure", flow = "id-of-flow" } }
    tank-1 = { id = "id-of-tank-1", attributes = { level = "id-of-level" } }
  }
  attributes   = { pressure = { name = "Pressure", unit = "bar" }, level = { unit = "m" } }
  destinations = { operators = ["a@example.com", "b@example.com"] }
  tags         = [{ id = "managed" }]

  catalog = <<-EOT
    version: 1
    defaults:
      severity: SEV3
      destinations: [operators]
    rules:
      pressure-high:
        attribute: pressure
        operator: ge
        thresholds:
          - { value: 8, text: "Stop {asset}: {value} {unit}" }
          - { value: 7, status: warning }
        assets: ["pump-*"]
      level-low:
        name: Level is low
        description: "{name} at {asset}"
        attribute: level
        operator: lt
        threshold: 0.5
        cron: "0 6 * * ? *"
        window: 1d
        aggregation: last
        tags: [water]
        assets: ["tank-*"]
  EOT
  rules = {
    flow-low = { attribute = "flow", operator = "lt", threshold = 10, assets = ["pump-?"], rate = "15m", destinations = ["boss@example.com", "operators"] }
  }
}

run "an_alert_for_every_asset_of_a_rule" {
  command = plan

  assert {
    condition     = tolist(keys(engine_alert.this)) == tolist(["pump-1/flow-low", "pump-1/pressure-high", "pump-2/flow-low", "pump-2/pressure-high", "tank-1/level-low"])
    error_message = "There are ${join(", ", keys(engine_alert.this))}."
  }
  assert {
    condition = { for key, alert in engine_alert.this : key => alert.name } == {
      "pump-1/flow-low" = "Pump 1: flow-low", "pump-1/pressure-high" = "Pump 1: pressure-high",
      "pump-2/flow-low" = "pump-2: flow-low", "pump-2/pressure-high" = "pump-2: pressure-high", "tank-1/level-low" = "tank-1: Level is low",
    }
    error_message = "The names are ${jsonencode({ for key, alert in engine_alert.this : key => alert.name })}."
  }
  assert {
    condition     = engine_alert.this["pump-1/pressure-high"].alert_items[0].query_filter_asset == { id = "id-of-pump-1", name = "Pump 1" } && engine_alert.this["pump-1/pressure-high"].alert_items[0].query_filter_attribute == { id = "id-of-pressure", name = "Pressure" }
    error_message = "The item is ${jsonencode(engine_alert.this["pump-1/pressure-high"].alert_items)}."
  }
}

run "one_threshold_in_condition_and_text" {
  command = plan

  assert {
    condition     = [for t in engine_alert.this["pump-1/pressure-high"].stmt_thresholds : [t.value, t.status, t.status_text]] == [[8, "alert", "Stop Pump 1: 8 bar"], [7, "warning", "Average of Pressure over 10 minutes is at or above 7 bar"]]
    error_message = "The thresholds are ${jsonencode(engine_alert.this["pump-1/pressure-high"].stmt_thresholds)}."
  }
  assert {
    condition     = engine_alert.this["tank-1/level-low"].stmt_thresholds[0].status_text == "Last value of level over 1 day is below 0.5 m" && engine_alert.this["tank-1/level-low"].description == "Level is low at tank-1"
    error_message = "The texts are ${jsonencode(engine_alert.this["tank-1/level-low"].stmt_thresholds)} and ${jsonencode(engine_alert.this["tank-1/level-low"].description)}."
  }
}

run "schedules_tags_and_destinations" {
  command = plan

  assert {
    condition     = engine_alert.this["tank-1/level-low"].type == "cron" && engine_alert.this["tank-1/level-low"].cron_hours == "6" && engine_alert.this["tank-1/level-low"].rate_value == null && engine_alert.this["tank-1/level-low"].stmt_time_window == "86400"
    error_message = "level-low is no cron alert at six."
  }
  assert {
    condition     = engine_alert.this["pump-1/flow-low"].type == "rate" && engine_alert.this["pump-1/flow-low"].rate_value == "15" && engine_alert.this["pump-1/flow-low"].rate_unit == "minute" && engine_alert.this["pump-1/flow-low"].cron_hours == null
    error_message = "flow-low does not run every 15 minutes."
  }
  assert {
    condition     = tolist(engine_alert.this["tank-1/level-low"].tags[*].id) == tolist(["managed", "water"]) && tolist(engine_alert.this["pump-1/flow-low"].tags[*].id) == tolist(["managed", "north"])
    error_message = "The tags are ${jsonencode(engine_alert.this["tank-1/level-low"].tags)} and ${jsonencode(engine_alert.this["pump-1/flow-low"].tags)}."
  }
  assert {
    condition     = tolist(engine_alert.this["pump-1/flow-low"].destinations_list) == tolist(["boss@example.com", "a@example.com", "b@example.com"])
    error_message = "The destinations are ${jsonencode(engine_alert.this["pump-1/flow-low"].destinations_list)}."
  }
}

run "layers_lie_over_each_other" {
  command = plan
  variables {
    defaults    = { severity = "SEV8", notify_no_data = false }
    environment = { name = "test", all = { destinations = [] }, rules = { pressure-high = { threshold = 9, text = "{environment}: {value}" }, level-low = { rate = "1h" } } }
    overrides   = { "pump-2/pressure-high" = { threshold = 6, severity = "SEV1", notify_no_data = null } }
  }

  assert {
    condition = { for key, alert in engine_alert.this : key => alert.severity } == {
      "pump-1/flow-low" = "SEV3", "pump-1/pressure-high" = "SEV3", "pump-2/flow-low" = "SEV3", "pump-2/pressure-high" = "SEV1", "tank-1/level-low" = "SEV3",
    }
    error_message = "The catalog's defaults are above those of the module, and overrides above all: ${jsonencode({ for key, alert in engine_alert.this : key => alert.severity })}"
  }
  assert {
    condition     = { for key, alert in engine_alert.this : key => alert.stmt_thresholds[*].value if endswith(key, "/pressure-high") } == { "pump-1/pressure-high" = tolist([9]), "pump-2/pressure-high" = tolist([6]) }
    error_message = "A threshold takes the place of the thresholds below it: ${jsonencode({ for key, alert in engine_alert.this : key => alert.stmt_thresholds[*].value })}"
  }
  assert {
    condition     = engine_alert.this["pump-1/pressure-high"].stmt_thresholds[0].status_text == "test: 9" && engine_alert.this["pump-2/pressure-high"].stmt_thresholds[0].status_text == "test: 6"
    error_message = "The text of the environment has each threshold of its own."
  }
  assert {
    condition     = engine_alert.this["tank-1/level-low"].type == "rate" && engine_alert.this["tank-1/level-low"].rate_unit == "hour"
    error_message = "The rate of the environment takes the place of the catalog's cron."
  }
  assert {
    condition     = engine_alert.this["pump-1/pressure-high"].notify_no_data == false && engine_alert.this["pump-2/pressure-high"].notify_no_data == null && length(engine_alert.this["pump-1/pressure-high"].destinations_list) == 0
    error_message = "null unsets, and an empty list is one."
  }
}

run "disabled_and_shadow" {
  command = plan
  variables {
    disabled = ["pump-*/pressure-high"]
    shadow   = ["pump-2/*"]
  }

  assert {
    condition     = tolist(keys(engine_alert.this)) == tolist(["pump-1/flow-low", "pump-2/flow-low", "tank-1/level-low"])
    error_message = "There are ${join(", ", keys(engine_alert.this))}."
  }
  assert {
    condition     = engine_alert.this["pump-2/flow-low"].mute == true && engine_alert.this["pump-1/flow-low"].mute == null
    error_message = "An alert in the shadow is muted, and no other."
  }
  assert {
    condition = output.matrix == {
      pump-1 = { flow-low = "SEV3", level-low = "-", pressure-high = "off" }
      pump-2 = { flow-low = "SEV3 (shadow)", level-low = "-", pressure-high = "off" }
      tank-1 = { flow-low = "-", level-low = "SEV3", pressure-high = "-" }
    }
    error_message = "The matrix is ${jsonencode(output.matrix)}."
  }
}

run "items_in_full" {
  command = plan
  variables {
    catalog = null
    rules = {
      use-high = {
        items = [
          { ref_id = "A", attribute = "pressure", group_unit = "hour", group_function = "avg", sort_direction = 1, limit = 100 },
          { ref_id = "B", metadata = "id-of-rating", label = "Rating" },
          { ref_id = "C", expression = "$A / $B", label = "Use" },
        ]
        target = "C", threshold = 1, assets = ["pump-1"], rate = "1h"
      }
    }
    overrides = { "pump-1/use-high" = { window = null } }
  }

  assert {
    condition     = [for item in engine_alert.this["pump-1/use-high"].alert_items : [item.ref_id, item.type, item.label]] == [["A", "QUERY", "Pressure"], ["B", "METADATA", "Rating"], ["C", "EXPRESSION", "Use"]]
    error_message = "The items are ${jsonencode(engine_alert.this["pump-1/use-high"].alert_items)}."
  }
  assert {
    condition = (
      engine_alert.this["pump-1/use-high"].alert_items[0].query_group_unit == "hour" && engine_alert.this["pump-1/use-high"].alert_items[0].query_limit == 100 &&
      engine_alert.this["pump-1/use-high"].alert_items[1].query_filter_metadata.id == "id-of-rating" && engine_alert.this["pump-1/use-high"].alert_items[1].query_filter_attribute == null &&
      engine_alert.this["pump-1/use-high"].alert_items[2].query_filter_asset == null && engine_alert.this["pump-1/use-high"].alert_items[2].expression == "$A / $B"
    )
    error_message = "The items are ${jsonencode(engine_alert.this["pump-1/use-high"].alert_items)}."
  }
  assert {
    condition     = engine_alert.this["pump-1/use-high"].stmt_target_variable == "C" && engine_alert.this["pump-1/use-high"].stmt_time_window == null && engine_alert.this["pump-1/use-high"].stmt_thresholds[0].status_text == "Average of Use is above 1"
    error_message = "Without a window there is none, in the text neither: ${jsonencode(engine_alert.this["pump-1/use-high"].stmt_thresholds)}."
  }
}

run "no_assets" {
  command = plan
  variables {
    assets  = {}
    catalog = null
    rules   = {}
  }

  assert {
    condition     = length(engine_alert.this) == 0 && length(output.matrix) == 0
    error_message = "There are ${join(", ", keys(engine_alert.this))}."
  }
}

run "override_of_an_alert_that_there_is_not" {
  command = plan
  variables {
    overrides = { "pump-3/pressure-high" = { threshold = 1 } }
  }
  expect_failures = [output.effective]
}

run "environment_for_a_rule_that_there_is_not" {
  command = plan
  variables {
    environment = { rules = { pressure-hihg = { threshold = 1 } } }
  }
  expect_failures = [output.effective]
}

run "glob_that_matches_nothing" {
  command = plan
  variables {
    disabled = ["pmup-*/flow-low"]
  }
  expect_failures = [output.effective]
}

run "attribute_that_the_asset_lacks" {
  command = plan
  variables {
    rules = { flow-low = { attribute = "flow", threshold = 10 } }
  }
  expect_failures = [engine_alert.this]
}

run "severity_that_there_is_not" {
  command = plan
  variables {
    overrides = { "pump-1/pressure-high" = { severity = "SEV9" } }
  }
  expect_failures = [engine_alert.this]
}

run "word_that_no_rule_has" {
  command = plan
  variables {
    overrides = { "pump-1/pressure-high" = { treshold = 8 } }
  }
  expect_failures = [engine_alert.this]
}

run "placeholder_that_there_is_not" {
  command = plan
  variables {
    rules = { flow-low = { attribute = "flow", threshold = 10, text = "{asset}: {treshold}", assets = ["pump-1"] } }
  }
  expect_failures = [engine_alert.this]
}

run "rule_without_a_threshold" {
  command = plan
  variables {
    rules = { flow-low = { attribute = "flow", assets = ["pump-1"] } }
  }
  expect_failures = [engine_alert.this]
}

run "glob_without_a_rule" {
  command = plan
  variables {
    shadow = ["pump-1"]
  }
  expect_failures = [var.shadow]
}
