// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package profile

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// MaxSize is the size of the largest file that Read accepts, in bytes.
const MaxSize = 1 << 20

// Read reads a file. The error names the part of the file that is wrong, such as facts.max.alert. Read does not know the names of habits
// and fields: the caller decides about names that it does not know.
func Read(from io.Reader) (*Profile, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxSize {
		return nil, fmt.Errorf("a profile has at most %d bytes", MaxSize)
	}
	value, err := document.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("this is not the profile of an engine: %w", err)
	}
	whole, err := object("the profile", value)
	if err != nil {
		return nil, err
	}
	switch number, isNumber := whole["format"].(json.Number); {
	case !isNumber:
		return nil, fmt.Errorf("format: it must be the number %d", Format)
	case number != "1":
		return nil, fmt.Errorf("format: this program reads only the format %d, and this profile has %s", Format, number)
	}
	p := &Profile{Format: Format, Habits: []string{}}
	err = parts("", whole, map[string]func(at string, value any) error{
		"format": func(string, any) error { return nil },
		"habits": into(&p.Habits, words),
		"untold": into(&p.Untold, func(at string, value any) (map[string]string, error) { return each(at, value, word) }),
		"facts": func(at string, value any) error {
			facts, err := object(at, value)
			if err != nil {
				return err
			}
			return parts(at+".", facts, map[string]func(at string, value any) error{
				"defaults":   into(&p.Facts.Defaults, fields(scalar)),
				"words":      into(&p.Facts.Words, fields(words)),
				"max_length": into(&p.Facts.MaxLength, fields(length)),
				"min":        into(&p.Facts.Min, fields(whole64)),
				"max":        into(&p.Facts.Max, fields(whole64)),
			})
		},
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// parts reads the members of an object, each with the function of its name. Other names are errors: a misspelled part would otherwise be
// without effect.
func parts(at string, members map[string]any, read map[string]func(at string, value any) error) error {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		do := read[name]
		if do == nil {
			return fmt.Errorf("%s%s: a profile has no such part; there are %s", at, name, strings.Join(slices.Sorted(maps.Keys(read)), ", "))
		}
		if err := do(at+name, members[name]); err != nil {
			return err
		}
	}
	return nil
}

// into returns a function that reads a value and stores it in target.
func into[T any](target *T, read func(at string, value any) (T, error)) func(at string, value any) error {
	return func(at string, value any) (err error) {
		*target, err = read(at, value)
		return err
	}
}

// fields returns a function that reads {KIND: {FIELD: value}}.
func fields[T any](read func(at string, value any) (T, error)) func(at string, value any) (map[string]map[string]T, error) {
	return func(at string, value any) (map[string]map[string]T, error) {
		return each(at, value, func(at string, value any) (map[string]T, error) { return each(at, value, read) })
	}
}

// each reads the members of an object, all with the same function.
func each[T any](at string, value any, read func(at string, value any) (T, error)) (map[string]T, error) {
	members, err := object(at, value)
	if err != nil {
		return nil, err
	}
	all := map[string]T{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if all[name], err = read(at+"."+name, members[name]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func object(at string, value any) (map[string]any, error) {
	members, isObject := value.(map[string]any)
	if !isObject {
		return nil, wrong(at, "an object", value)
	}
	return members, nil
}

func word(at string, value any) (string, error) {
	text, isText := value.(string)
	if !isText {
		return "", wrong(at, "a text", value)
	}
	return text, nil
}

func words(at string, value any) ([]string, error) {
	elements, isArray := value.([]any)
	if !isArray {
		return nil, wrong(at, "a list of texts", value)
	}
	all := []string{}
	for i, element := range elements {
		text, err := word(fmt.Sprintf("%s[%d]", at, i), element)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

func scalar(at string, value any) (any, error) {
	switch value.(type) {
	case nil, bool, string, json.Number:
		return value, nil
	}
	return nil, wrong(at, "a text, a number, true, false or null", value)
}

func whole64(at string, value any) (int64, error) {
	number, isNumber := value.(json.Number)
	n, err := number.Int64()
	if !isNumber || err != nil {
		return 0, wrong(at, "a whole number", value)
	}
	return n, nil
}

func length(at string, value any) (int, error) {
	n, err := whole64(at, value)
	if err != nil || n < 0 || n > MaxSize {
		return 0, wrong(at, fmt.Sprintf("a number from 0 to %d", MaxSize), value)
	}
	return int(n), nil
}

// wrong returns an error that says what a part of the file must be. It quotes the beginning of the value.
func wrong(at, want string, value any) error {
	return fmt.Errorf("%s: it must be %s, not %.60s", at, want, document.Encode(value))
}
