// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// MaxSize is the maximum size of a profile that Read accepts, in bytes.
const MaxSize = 1 << 20

// Read reads a profile. An unknown key is an error, because a misspelled key would otherwise have no effect. Read does not check the names
// of habits (deviations from INTERFACE.md), kinds and fields, so that the caller can decide what to do with unknown ones.
func Read(from io.Reader) (*Profile, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxSize {
		return nil, fmt.Errorf("a profile has at most %d bytes", MaxSize)
	}
	var whole map[string]any
	if err := document.DecodeInto(text, &whole); err != nil {
		return nil, fmt.Errorf("this is not the profile of an engine: %w", err)
	}
	if format := document.Encode(whole["format"]); format != fmt.Sprint(Format) {
		return nil, fmt.Errorf("format: this binary reads only the format %d, and this profile has %.60s", Format, format)
	}
	p := &Profile{Habits: []string{}}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(p); err != nil {
		return nil, fmt.Errorf("this is not the profile of an engine: %w", document.SyntaxError(text, err))
	}
	return p, p.Facts.check(whole)
}

// check returns an error for a value that is not allowed, such as a negative length.
func (f *Facts) check(whole map[string]any) error {
	for kind, defaults := range f.Defaults {
		for field, value := range defaults {
			switch value.(type) {
			case []any, map[string]any:
				return fmt.Errorf("facts.defaults.%s.%s: it must be a string, a number, true, false or null", kind, field)
			}
		}
	}
	for kind, lengths := range f.MaxLength {
		for field, length := range lengths {
			if length < 0 || length > MaxSize {
				return fmt.Errorf("facts.max_length.%s.%s: it must be a number from 0 to %d, not %d", kind, field, MaxSize, length)
			}
		}
	}
	if facts, _ := whole["facts"].(map[string]any); facts != nil {
		delete(facts, "defaults") // A default may be null.
	}
	if hasNull(whole) {
		return errors.New("only a default may be null")
	}
	return nil
}

// hasNull reports whether a JSON value is null or contains null.
func hasNull(value any) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, hasNull)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), hasNull)
	}
	return value == nil
}
