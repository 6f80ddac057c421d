// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package profile defines the file format of profiles. A profile describes how an engine (the server whose objects the provider manages)
// behaves. The probe subcommand writes a profile. The reference server reads it to behave like that engine. A profile contains no names,
// ids, hosts or secrets, so users can publish it. Start reading at Profile. The package imports base/document.
package profile

import (
	"bytes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Format is the version of the file format. It changes when the meaning of a field changes.
const Format = 1

// Profile describes how an engine behaves.
type Profile struct {
	Format int `json:"format"`
	// Habits lists the reference server's switches (habits) that make it behave like this engine. Some have parameters, as in small-pages=20.
	Habits []string `json:"habits"`
	// Undetermined contains the habits that probe could neither confirm nor rule out, each with the reason.
	Undetermined map[string]string `json:"untold,omitempty"`
	Facts        Facts             `json:"facts"`
}

// Facts contains properties of an engine that differ from the interface document. The outer key of each map is a kind of object, such as
// alert, and the inner key is a field. For a field in a nested object or an array element, the key includes the outer name, as in
// alert_items.ref_id.
type Facts struct {
	// Defaults are the values that the engine returns for fields that no request has set. nil means that the engine returns no value.
	Defaults map[string]map[string]any `json:"defaults,omitempty"`
	// Words are the strings that the engine accepts in a field. An empty list means that it accepts any string.
	Words map[string]map[string][]string `json:"words,omitempty"`
	// MaxLength is the maximum number of characters that the engine accepts in a string. 0 means that there is no limit.
	MaxLength map[string]map[string]int `json:"max_length,omitempty"`
	// Min and Max are the smallest and largest numbers that the engine accepts.
	Min map[string]map[string]int64 `json:"min,omitempty"`
	Max map[string]map[string]int64 `json:"max,omitempty"`
}

// Text returns the profile in its file format. Equal profiles have equal text.
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
