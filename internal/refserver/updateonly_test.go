// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// bodiesWithAll returns two request bodies, one with a rate schedule and one with a cron schedule. Together, they contain every field that
// the interface document lists only for updates.
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
