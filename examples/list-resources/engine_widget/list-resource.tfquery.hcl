# List all widgets of a tab.

list "engine_widget" "of_operation" {
  provider = engine

  config {
    tab = "e462923f-bbb0-4c0b-b047-aa80deb0f136"
  }
}
