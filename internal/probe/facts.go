// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

// Facts are the values of an engine that differ from the tables of the interface and that no habit names. Each map leads from a kind, such
// as alert, and a field to a value. A field of elements is spelled with its array, such as alert_items.ref_id.
//
// Facts hold no text of the engine except words that the interface documents.
type Facts struct {
	// Defaults are values that the engine shows in fields that the run did not send: truth values, numbers and documented words.
	Defaults map[string]map[string]any `json:"defaults,omitempty"`
	// Words are the documented words of a field that the engine accepts, if it refuses others of them.
	Words map[string]map[string][]string `json:"words,omitempty"`
	// MaxLength is the number of characters of the longest text that the engine accepts.
	MaxLength map[string]map[string]int `json:"max_length,omitempty"`
	// Min and Max are the smallest and the largest number that the engine accepts.
	Min map[string]map[string]int64 `json:"min,omitempty"`
	Max map[string]map[string]int64 `json:"max,omitempty"`
}
