// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func TestFields(t *testing.T) {
	for _, kind := range servertest.Kinds {
		t.Run(kind, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{})
			for _, r := range servertest.Tables[kind].Fields {
				t.Run(r.Name, func(t *testing.T) {
					c := &servertest.Client{T: t, Server: c.Server, URL: c.URL}
					if r.ServerSet {
						checkServerSet(c, kind, r)
						return
					}
					checkAbsent(c, kind, r)
					checkNull(c, kind, r)
					checkValidValues(c, kind, r)
					checkInvalidValues(c, kind, r)
				})
			}
		})
	}
}

// companionFields returns fields that must be in the same request as field r, because the server would otherwise ignore r. For a cron field
// of an alert, it returns {"type": "cron"}.
func companionFields(kind string, r table.Field) Object {
	scheduled := kind == "alert" || kind == "function"
	if scheduled && strings.HasPrefix(r.Name, "cron_") {
		return Object{"type": "cron"}
	}
	if scheduled && strings.HasPrefix(r.Name, "rate_") {
		return Object{"type": "rate"}
	}
	return Object{}
}

// checkServerSet sends a value for a field that only the engine sets, such as id. The server must ignore this value.
func checkServerSet(c *servertest.Client, kind string, r table.Field) {
	c.T.Helper()
	doc := c.CreateMinimal(kind, Object{r.Name: 5.0})
	if doc[r.Name] == nil || doc[r.Name] == 5.0 {
		c.T.Errorf("after create: %v", doc[r.Name])
	}
	if now := c.Patch(kind, doc, Object{r.Name: 5.0})[r.Name]; now != doc[r.Name] {
		c.T.Errorf("after update: %v, want %v", now, doc[r.Name])
	}
	if r.Default != nil {
		servertest.Equal(c.T, doc[r.Name], servertest.JSON(c.T, r.Empty()))
	}
}

// checkAbsent sends a create without the field. If the field is required, the server must reject the request. Otherwise, the response must
// contain the field's default.
func checkAbsent(c *servertest.Client, kind string, r table.Field) {
	c.T.Helper()
	body := c.MinimalBody(kind, companionFields(kind, r))
	if r.Required {
		delete(body, r.Name)
		problems := c.MustReject("POST", servertest.Paths[kind], body)
		servertest.Equal(c.T, problems, `{"`+r.Name+`":["This field is required."]}`)
		return
	}
	if got, sent := c.Create(kind, body)[r.Name]; sent {
		servertest.Equal(c.T, got, servertest.JSON(c.T, r.Empty()))
	} else {
		c.T.Error("the reply lacks the field")
	}
}

// checkNull sends null for the field. The server must reject null if the field is required. Otherwise, null must clear the field.
func checkNull(c *servertest.Client, kind string, r table.Field) {
	c.T.Helper()
	body := c.MinimalBody(kind, companionFields(kind, r))
	doc := c.Create(kind, body)
	body[r.Name] = nil
	if r.Required {
		c.MustRejectField(r.Name, "POST", servertest.Paths[kind], body)
		c.MustRejectField(r.Name, "PATCH", c.Path(kind, doc), Object{r.Name: nil})
		return
	}
	servertest.Equal(c.T, c.Create(kind, body)[r.Name], servertest.JSON(c.T, r.Empty()))
	c.Patch(kind, doc, Object{r.Name: c.ValidValues(r)[0]})
	servertest.Equal(c.T, c.Patch(kind, doc, Object{r.Name: nil})[r.Name], servertest.JSON(c.T, r.Empty()))
}

// checkValidValues sends valid values in creates and updates. The response and a later read must return each value as it was sent.
func checkValidValues(c *servertest.Client, kind string, r table.Field) {
	c.T.Helper()
	for _, value := range c.ValidValues(r) {
		body := c.MinimalBody(kind, companionFields(kind, r))
		body[r.Name] = value
		created := c.Create(kind, body)
		checkEcho(c, r, created[r.Name], value)
		servertest.Equal(c.T, c.Read(kind, created), servertest.JSON(c.T, created))
		if r.CreateOnly {
			continue
		}
		updated := c.CreateMinimal(kind, companionFields(kind, r))
		name := updated["name"]
		updated = c.Patch(kind, updated, Object{r.Name: value})
		checkEcho(c, r, updated[r.Name], value)
		if r.Name != "name" && updated["name"] != name {
			c.T.Errorf("the update of %s changed the name to %v", r.Name, updated["name"])
		}
	}
}

// checkEcho checks that a response contains the value that was sent. Array elements in the response may have additional fields.
func checkEcho(c *servertest.Client, r table.Field, got, sent any) {
	c.T.Helper()
	if text, isText := sent.(string); isText && r.NumericText && json.Valid([]byte(text)) {
		servertest.Equal(c.T, got, text) // The server returns such a string as a number (quirk 13).
		return
	}
	contains(c.T, got, sent)
}

// checkInvalidValues sends invalid values. The server must reject each of them with a response that names the field.
func checkInvalidValues(c *servertest.Client, kind string, r table.Field) {
	c.T.Helper()
	for _, value := range invalidValues(r) {
		body := c.MinimalBody(kind, companionFields(kind, r))
		doc := c.Create(kind, body)
		body[r.Name] = value
		c.MustRejectField(r.Name, "POST", servertest.Paths[kind], body)
		c.MustRejectField(r.Name, "PATCH", c.Path(kind, doc), Object{r.Name: value})
		servertest.Equal(c.T, c.Read(kind, doc), servertest.JSON(c.T, doc))
	}
}

// contains checks that got, a value from a response, contains every part of the value that the client sent.
func contains(t testing.TB, got, sent any) {
	t.Helper()
	switch want := sent.(type) {
	case Object:
		have, ok := got.(Object)
		if !ok {
			t.Errorf("returned %v, sent %v", got, sent)
		}
		for key, value := range want {
			contains(t, have[key], value)
		}
	case []any:
		have, ok := got.([]any)
		if !ok || len(have) != len(want) {
			t.Errorf("returned %v, sent %v", got, sent)
			return
		}
		for i, value := range want {
			contains(t, have[i], value)
		}
	default:
		servertest.Equal(t, got, servertest.JSON(t, sent))
	}
}

func invalidValues(f table.Field) []any {
	switch f.Type {
	case table.Array:
		values := []any{"x", 5.0, true, Object{}}
		if f.Elements != table.JSON {
			values = append(values, []any{nil}, []any{5.0}, []any{[]any{}})
		}
		return values
	case table.Object:
		values := []any{"x", 5.0, true, []any{}}
		if slices.ContainsFunc(f.Fields, func(inner table.Field) bool { return inner.Required }) {
			values = append(values, Object{})
		}
		return values
	}
	return invalidScalars(f)
}

func invalidScalars(f table.Field) []any {
	values := []any{Object{}, []any{}}
	switch f.Type {
	case table.Boolean:
		return append(values, "true", 1.0)
	case table.Integer, table.Number:
		values = append(values, "x", "", true, "0x1", "1 2", json.Number("1e400"))
		if !f.NumericText {
			values = append(values, "1")
		}
		if f.Type == table.Integer {
			values = append(values, 1.5)
		}
		if f.Min != nil {
			values = append(values, *f.Min-1, json.Number(fmt.Sprint(*f.Min, ".5"))) // The second value is not an integer.
		}
		if f.Max != nil {
			values = append(values, *f.Max+1)
		}
		return values
	case table.Text:
		return append(values, true)
	case table.JSON:
		return nil
	}
	values = append(values, 5.0, true)
	if len(f.OneOf) > 0 {
		values = append(values, "none of them", f.OneOf[0]+" ")
	}
	if f.MaxLength > 0 {
		values = append(values, strings.Repeat("é", f.MaxLength+1))
	}
	if f.References != "" {
		values = append(values, "00000000-0000-4000-8000-000000000000")
	}
	return values
}

// bodiesWithAll returns two request bodies, because an object can't have both a rate schedule and a cron schedule. Together, the bodies
// contain every update-only field. The interface document lists these fields only for the body of an update.
func bodiesWithAll(c *servertest.Client, kind string) []Object {
	var bodies []Object
	for _, schedule := range []string{"rate", "cron"} {
		body := c.MinimalBody(kind, nil)
		for _, r := range servertest.Tables[kind].Fields {
			own := companionFields(kind, r)["type"]
			if r.UpdateOnly && (own == nil || own == schedule) {
				body[r.Name] = c.ValidValues(r)[0]
			}
		}
		if kind != "widget" {
			body["type"] = schedule
		}
		bodies = append(bodies, body)
	}
	return bodies
}

func TestUpdateOnly(t *testing.T) {
	for _, kind := range []string{"widget", "alert", "function"} {
		t.Run(kind, func(t *testing.T) {
			ignore := servertest.Serve(t, refserver.Options{Habits: []string{"strict-create-ignore"}})
			for _, body := range bodiesWithAll(ignore, kind) {
				checkUpdateOnlyFields(ignore, kind, body, ignore.Create(kind, body), false)
			}
			reject := servertest.Serve(t, refserver.Options{Habits: []string{"strict-create-refuse"}})
			for _, body := range bodiesWithAll(reject, kind) {
				checkRejection(reject, kind, body)
			}
		})
	}
}

// checkUpdateOnlyFields checks the fields that the interface document lists only for updates. If stored is true, the response doc must
// contain the values from body. Otherwise, doc must contain the fields' defaults.
func checkUpdateOnlyFields(c *servertest.Client, kind string, body, doc Object, stored bool) {
	c.T.Helper()
	for _, r := range servertest.Tables[kind].Fields {
		sent, given := body[r.Name]
		switch {
		case !r.UpdateOnly || !given:
		case stored:
			checkEcho(c, r, doc[r.Name], sent)
		default:
			servertest.Equal(c.T, doc[r.Name], servertest.JSON(c.T, r.Empty()))
		}
	}
}

// checkRejection sends a create with fields that are valid only in updates. The server must reject it with a problem for each of these
// fields. It must accept a create without these fields, and an update with them.
func checkRejection(c *servertest.Client, kind string, body Object) {
	c.T.Helper()
	problems := c.MustReject("POST", servertest.Paths[kind], body)
	rest, late := Object{}, Object{}
	for name, value := range body {
		rest[name] = value
	}
	for _, r := range servertest.Tables[kind].Fields {
		_, sent := body[r.Name]
		_, named := problems[r.Name]
		if named != (sent && r.UpdateOnly) {
			c.T.Errorf("the field %s is named: %v", r.Name, named)
		}
		if named {
			delete(rest, r.Name)
			late[r.Name] = body[r.Name]
		}
	}
	doc := c.Must(http.StatusCreated, "POST", servertest.Paths[kind], rest)
	checkUpdateOnlyFields(c, kind, body, c.Patch(kind, doc, late), true)
}
