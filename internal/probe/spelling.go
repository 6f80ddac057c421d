// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// seeSpelling looks at how the engine spells one value. If isOwn is true, seeSentSpelling knows more about times.
func (r *run) seeSpelling(field *table.Field, value any, isOwn bool) {
	switch field.Type {
	case table.Number, table.Integer:
		r.seeNumber(value)
	case table.Text:
		r.seeInterval(field, value)
	case table.String:
		if text, isText := value.(string); isText && text != "" {
			r.seeWord(field, text)
			if !isOwn {
				r.seeTime(field, text)
			}
		}
	}
	if strings.HasPrefix(field.Name, "cron_") {
		_, isNumber := value.(json.Number)
		if text, isText := value.(string); isNumber || isText && digits.MatchString(text) {
			r.seeCron(isNumber)
		}
	}
}

// seeSentSpelling compares the fields of an object of the run with what the run sent.
func (r *run) seeSentSpelling(s *sample) {
	for i := range s.table.Fields {
		field := &s.table.Fields[i]
		sent, _ := s.sent[field.Name].(string)
		text, _ := s.shown[0][field.Name].(string)
		if sent == "" || text == "" {
			continue
		}
		before, err := time.Parse(time.RFC3339, sent)
		after, errShown := time.Parse(time.RFC3339, text)
		if err == nil && errShown == nil && before.Equal(after) {
			r.verdicts.see("own-times", text != sent)
		}
		if field.Name == "labels_aggregation" && sent == "avg" {
			r.verdicts.see("synonyms", strings.EqualFold(text, "average"))
		}
	}
	for _, name := range []string{"refresh_interval", "relative_window_time", "stmt_time_window"} {
		if sent, isNumber := amount(s.sent[name]); isNumber && s.shown[0][name] != nil {
			text, _ := s.shown[0][name].(string)
			length, isLength := seconds(text)
			_, isSame := amount(s.shown[0][name])
			if isSame || isLength && length == sent {
				r.verdicts.see("text-durations", !isSame)
			}
		}
	}
}

// seconds returns the length of a time such as 5m or 1h30m in seconds.
func seconds(text string) (float64, bool) {
	length, err := time.ParseDuration(text)
	return length.Seconds(), err == nil
}

var (
	digits       = regexp.MustCompile(`^[0-9]+$`)
	numberText   = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
	intervalText = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?[smhd]`)
)

func (r *run) seeNumber(value any) {
	switch value := value.(type) {
	case json.Number:
		r.verdicts.see("text-numbers", false)
		if whole, err := value.Float64(); err == nil && whole == float64(int64(whole)) {
			r.verdicts.see("fraction-numbers", strings.Contains(value.String(), "."))
		}
	case string:
		if numberText.MatchString(value) {
			r.verdicts.see("text-numbers", true)
		}
	}
}

// seeInterval looks at fields that accept numbers and texts. A rate that comes back with a unit tells: nobody sends one.
func (r *run) seeInterval(field *table.Field, value any) {
	text, isText := value.(string)
	switch {
	case isText && field.Name == "rate_value":
		r.verdicts.see("text-durations", intervalText.MatchString(text))
	case !isText && value != nil && field.Name != "rate_value" && len(field.OneOf) == 0:
		if _, isNumber := value.(json.Number); isNumber && isInterval(field.Name) {
			r.verdicts.see("text-durations", false)
		}
	}
}

// isInterval reports whether a field holds a number of seconds, or a text such as 5m.
func isInterval(name string) bool {
	return name == "refresh_interval" || name == "relative_window_time" || name == "stmt_time_window"
}

// seeWord looks at a value from a list of values.
func (r *run) seeWord(field *table.Field, text string) {
	for _, word := range field.OneOf {
		if !field.AnyCase && strings.EqualFold(word, text) && strings.ToLower(word) != word {
			r.verdicts.see("lower-case", text == strings.ToLower(text))
		}
	}
	if field.Name == "query_group_function" || field.Name == "stmt_aggregation" {
		switch text {
		case "avg":
			r.verdicts.see("synonyms", false)
		case "average":
			r.verdicts.see("synonyms", true)
		}
	}
}

func (r *run) seeTime(field *table.Field, text string) {
	if field.Name != "timestamp_gte" && field.Name != "timestamp_lte" {
		return
	}
	if _, err := time.Parse(time.RFC3339, text); err == nil {
		_, err := time.Parse("2006-01-02T15:04:05.000000Z", text)
		r.verdicts.see("own-times", err == nil)
	}
}

func (r *run) seeCron(isNumber bool) {
	r.verdicts.see("numeric-crons", isNumber)
}

// seeReferences looks at one reference, or at an array of references.
func (r *run) seeReferences(field *table.Field, value any) {
	if field.Shape != "Reference" && field.Shape != "TypedReference" || field.Elements == table.Label {
		return
	}
	references, isArray := value.([]any)
	if !isArray {
		references = []any{value}
	}
	for _, reference := range references {
		switch reference := reference.(type) {
		case string:
			r.verdicts.see("id-references", true)
		case map[string]any:
			if reference["id"] == "" {
				continue // A padded field without a reference.
			}
			r.verdicts.see("id-references", false)
			_, owner := reference["owner"]
			_, created := reference["created_at"]
			r.verdicts.see("rich-references", owner || created || len(unknownKeys(field.Fields, reference)) > 2)
		}
	}
}

// seeSecrets looks at parameters that are marked as sensitive.
func (r *run) seeSecrets(s *sample) {
	see := func(mask, null, absent bool, parameter string) {
		r.verdicts.see("masked-secrets", mask, parameter)
		r.verdicts.see("masked-secrets-null", null)
		r.verdicts.see("masked-secrets-absent", absent)
	}
	eachObject(s.table.Fields, s.shown[0], func(fields []table.Field, doc map[string]any) {
		mark, has := doc["sensitive"]
		if text, isText := mark.(string); isText {
			r.verdicts.see("spelled-sensitive", strings.EqualFold(text, "true"))
		}
		if !has || mark != true {
			return
		}
		r.verdicts.see("spelled-sensitive", false)
		value, shown := doc["value"]
		text, _ := value.(string)
		switch {
		case !shown:
			see(false, false, true, "")
		case value == nil:
			see(false, true, false, "")
		default:
			see(isMask(text), false, false, text)
		}
	})
}

// isMask reports whether a text is shown instead of a secret, such as ********. A secret may be 7777, so digits are no mask.
func isMask(text string) bool { return len(text) >= 3 && strings.Trim(text, "*•●#xX") == "" }

// eachObject calls do for an object and for all objects in its fields.
func eachObject(fields []table.Field, doc map[string]any, do func(fields []table.Field, doc map[string]any)) {
	do(fields, doc)
	walkDocument(fields, doc, func(field *table.Field, value any) {
		elements, isArray := value.([]any)
		if !isArray {
			elements = []any{value}
		}
		for _, element := range elements {
			if inner, isObject := element.(map[string]any); isObject && len(field.Fields) > 0 {
				do(field.Fields, inner)
			}
		}
	})
}
