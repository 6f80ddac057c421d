// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package profile defines the file engine.json, which describes how an engine behaves. The probe subcommand writes it, and the reference
// server reads it to behave in the same way. It holds no name, id, host or secret of the engine, so that users can publish it.
//
// Start reading at Profile. read.go reads a file.
package profile

import (
	"bytes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Format is the number of the file's format. It changes with the meaning of a profile.
const Format = 1

// Profile describes how an engine behaves.
type Profile struct {
	Format int `json:"format"`
	// Habits are the switches that make the reference server behave like the engine, with their parameters, such as small-pages=20.
	Habits []string `json:"habits"`
	// Undetermined has a reason for each habit of which it is not known whether the engine has it.
	Undetermined map[string]string `json:"untold,omitempty"`
	Facts        Facts             `json:"facts"`
}

// Facts are the values in which an engine differs from the tables of the interface. Each map leads from a kind, such as alert, and a field
// to a value. The name of a field in an array or an object follows the name of that array or object: alert_items.ref_id.
type Facts struct {
	// Defaults are the values that the engine shows in fields that nobody sent: truth values, numbers and documented words. Nil means that
	// the engine shows no value.
	Defaults map[string]map[string]any `json:"defaults,omitempty"`
	// Words are the words that the engine accepts in a field. An empty list means that it accepts any word.
	Words map[string]map[string][]string `json:"words,omitempty"`
	// MaxLength is the maximum number of characters that the engine accepts in a string. 0 means that there is no limit.
	MaxLength map[string]map[string]int `json:"max_length,omitempty"`
	// Min and Max are the smallest and the largest number that the engine accepts.
	Min map[string]map[string]int64 `json:"min,omitempty"`
	Max map[string]map[string]int64 `json:"max,omitempty"`
}

// Text returns the content of the file. It is the same for equal profiles.
func (p *Profile) Text() (string, error) {
	whole := *p
	whole.Format = Format
	if whole.Habits == nil {
		whole.Habits = []string{}
	}
	var text bytes.Buffer
	err := document.Print(&text, whole)
	return text.String(), err
}
