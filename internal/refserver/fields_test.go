// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestFields takes every field of every table through what a field can be sent.
func TestFields(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			c := serve(t, refserver.Options{})
			for _, r := range rows(interfaceTables[kind]) {
				t.Run(r.name, func(t *testing.T) {
					c := &client{t: t, server: c.server, url: c.url}
					if r.set {
						c.checkServerSet(kind, r)
						return
					}
					c.checkAbsent(kind, r)
					c.checkNull(kind, r)
					c.checkGood(kind, r)
					c.checkBad(kind, r)
				})
			}
		})
	}
}

// alongside gives the fields that must be sent along for the field to count: those of a schedule need the type.
func alongside(kind string, r row) object {
	scheduled := kind == "alert" || kind == "function"
	if scheduled && strings.HasPrefix(r.name, "cron_") {
		return object{"type": "cron"}
	}
	if scheduled && strings.HasPrefix(r.name, "rate_") {
		return object{"type": "rate"}
	}
	return object{}
}

// checkServerSet: what is sent is ignored, on create and on update.
func (c *client) checkServerSet(kind string, r row) {
	c.t.Helper()
	doc := c.made(kind, object{r.name: 5.0})
	if doc[r.name] == nil || doc[r.name] == 5.0 {
		c.t.Errorf("after create: %v", doc[r.name])
	}
	if now := c.patch(kind, doc, object{r.name: 5.0})[r.name]; now != doc[r.name] {
		c.t.Errorf("after update: %v, want %v", now, doc[r.name])
	}
	if r.fallback != "" {
		equal(c.t, doc[r.name], r.emptyJSON())
	}
}

// checkAbsent: a field that is required must be sent, any other has its default.
func (c *client) checkAbsent(kind string, r row) {
	c.t.Helper()
	body := c.minimal(kind, alongside(kind, r))
	if r.required {
		delete(body, r.name)
		problems := c.refused("POST", paths[kind], body)
		equal(c.t, problems, `{"`+r.name+`":["This field is required."]}`)
		return
	}
	if got, sent := c.create(kind, body)[r.name]; sent {
		equal(c.t, got, r.emptyJSON())
	} else {
		c.t.Error("the reply lacks the field")
	}
}

// checkNull: null clears a field, on create and on update, unless it is required.
func (c *client) checkNull(kind string, r row) {
	c.t.Helper()
	body := c.minimal(kind, alongside(kind, r))
	doc := c.create(kind, body)
	body[r.name] = nil
	if r.required {
		c.refusedFor(r.name, "POST", paths[kind], body)
		c.refusedFor(r.name, "PATCH", c.path(kind, doc), object{r.name: nil})
		return
	}
	equal(c.t, c.create(kind, body)[r.name], r.emptyJSON())
	c.patch(kind, doc, object{r.name: c.good(r)[0]})
	equal(c.t, c.patch(kind, doc, object{r.name: nil})[r.name], r.emptyJSON())
}

// checkGood: what is sent is answered, by create, update and read.
func (c *client) checkGood(kind string, r row) {
	c.t.Helper()
	for _, value := range c.good(r) {
		body := c.minimal(kind, alongside(kind, r))
		body[r.name] = value
		created := c.create(kind, body)
		c.checkEcho(r, created[r.name], value)
		equal(c.t, c.must(http.StatusOK, "GET", c.path(kind, created), nil), asJSON(c.t, created))
		if r.fixed {
			continue
		}
		updated := c.made(kind, alongside(kind, r))
		name := updated["name"]
		updated = c.patch(kind, updated, object{r.name: value})
		c.checkEcho(r, updated[r.name], value)
		if r.name != "name" && updated["name"] != name {
			c.t.Errorf("the update of %s changed the name to %v", r.name, updated["name"])
		}
	}
}

// checkEcho compares what was answered with what was sent; elements may have got more fields.
func (c *client) checkEcho(r row, got, sent any) {
	c.t.Helper()
	if text, isText := sent.(string); isText && r.numText {
		equal(c.t, got, text) // Quirk 13.
		return
	}
	contains(c.t, got, sent)
}

// checkBad: other types and values are refused, on create and on update, and the answer names the field.
func (c *client) checkBad(kind string, r row) {
	c.t.Helper()
	for _, value := range r.bad() {
		body := c.minimal(kind, alongside(kind, r))
		doc := c.create(kind, body)
		body[r.name] = value
		c.refusedFor(r.name, "POST", paths[kind], body)
		c.refusedFor(r.name, "PATCH", c.path(kind, doc), object{r.name: value})
		equal(c.t, c.must(http.StatusOK, "GET", c.path(kind, doc), nil), asJSON(c.t, doc))
	}
}

func (c *client) refusedFor(field, method, path string, body any) {
	c.t.Helper()
	problems := c.refused(method, path, body)
	if len(problems) != 1 || problems[field] == nil {
		c.t.Errorf("%s with %v: the problems are %v, want one with %s", method, body, problems, field)
	}
}

// emptyJSON is what is answered for a field without value.
func (r row) emptyJSON() string {
	switch {
	case r.array:
		return "[]"
	case r.fallback == "":
		return "null"
	case r.kind == "string":
		return strconv.Quote(r.fallback)
	default:
		return r.fallback
	}
}

// good gives values that the field takes.
func (c *client) good(r row) []any {
	c.t.Helper()
	if r.array {
		element := r
		element.array, element.oneOf = false, nil
		if r.kind == "label" {
			return []any{[]any{"a", "b"}, []any{object{"id": "1", "name": "a"}}, []any{}}
		}
		return []any{c.good(element), []any{}}
	}
	if r.references != "" {
		return []any{c.made(r.references, nil)["id"]}
	}
	if shape, ok := shapes[r.kind]; ok {
		whole := object{"unknown_key": 1.0}
		for _, inner := range rows(shape) {
			if !inner.set {
				whole[inner.name] = c.good(inner)[0]
			}
		}
		return []any{whole}
	}
	return r.goodScalars()
}

func (r row) goodScalars() []any {
	if len(r.oneOf) > 0 {
		var values []any
		for _, one := range r.oneOf {
			values = append(values, one)
		}
		return values
	}
	switch r.kind {
	case "boolean":
		if r.name == "deleted" {
			return []any{false} // True takes the item out.
		}
		return []any{true, false}
	case "integer":
		values := []any{1.0, json.Number("1.0")}
		if r.min != "" {
			values = append(values, json.Number(r.min))
		}
		if r.max != "" {
			values = append(values, json.Number(r.max))
		}
		if r.numText {
			values = append(values, "12")
		}
		return values
	case "number":
		return []any{1.5, 2.0, -1e-7}
	case "text":
		return []any{"30s", 30.0}
	case "json":
		return []any{object{"asset": "1"}, 5.0, "x", true, []any{1.0, nil}}
	default:
		return []any{strings.Repeat("é", max(1, r.length)), ""}
	}
}

// bad gives values that the field does not take.
func (r row) bad() []any {
	if r.array {
		values := []any{"x", 5.0, true, object{}}
		if r.kind != "json" {
			values = append(values, []any{nil}, []any{5.0}, []any{[]any{}})
		}
		return values
	}
	if shape, ok := shapes[r.kind]; ok {
		values := []any{"x", 5.0, true, []any{}}
		for _, inner := range rows(shape) {
			if inner.required {
				values = append(values, object{})
			}
		}
		return values
	}
	return r.badScalars()
}

func (r row) badScalars() []any {
	values := []any{object{}, []any{}}
	switch r.kind {
	case "boolean":
		return append(values, "true", 1.0)
	case "integer", "number":
		values = append(values, "x", "", true, "0x1", "1 2", json.Number("1e400"))
		if !r.numText {
			values = append(values, "1")
		}
		if r.kind == "integer" {
			values = append(values, 1.5)
		}
		if r.min != "" {
			values = append(values, json.Number(r.min+".5")) // Below a negative bound, or no whole number.
		}
		if r.min == "0" || r.min == "1" {
			values = append(values, -1.0)
		}
		return values
	case "text":
		return append(values, true)
	case "json":
		return nil
	}
	values = append(values, 5.0, true)
	if len(r.oneOf) > 0 {
		values = append(values, "none of them", r.oneOf[0]+" ")
	}
	if r.length > 0 {
		values = append(values, strings.Repeat("é", r.length+1))
	}
	if r.references != "" {
		values = append(values, "00000000-0000-4000-8000-000000000000")
	}
	return values
}

// contains reports what of a sent value is not in the answered one.
func contains(t testing.TB, got, sent any) {
	t.Helper()
	switch want := sent.(type) {
	case object:
		have, ok := got.(object)
		if !ok {
			t.Errorf("answered %v, sent %v", got, sent)
		}
		for key, value := range want {
			contains(t, have[key], value)
		}
	case []any:
		have, ok := got.([]any)
		if !ok || len(have) != len(want) {
			t.Errorf("answered %v, sent %v", got, sent)
			return
		}
		for i, value := range want {
			contains(t, have[i], value)
		}
	default:
		equal(t, got, asJSON(t, sent))
	}
}
