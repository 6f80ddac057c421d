// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// bodiesWithAll gives bodies that hold every field which the interface document accepts on update alone; as the rate and
// the cron fields exclude each other, there is one body for each.
func bodiesWithAll(c *client, kind string) []object {
	var bodies []object
	for _, schedule := range []string{"rate", "cron"} {
		body := c.minimal(kind, nil)
		for _, r := range rows(interfaceTables[kind]) {
			own := alongside(kind, r)["type"]
			if r.update && (own == nil || own == schedule) {
				body[r.name] = c.good(r)[0]
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
			accept := serve(t, refserver.Options{})
			for _, body := range bodiesWithAll(accept, kind) {
				accept.checkUpdateOnlyFields(kind, body, accept.create(kind, body), true)
			}
			ignore := serve(t, refserver.Options{UpdateOnly: refserver.Ignore})
			for _, body := range bodiesWithAll(ignore, kind) {
				ignore.checkUpdateOnlyFields(kind, body, ignore.create(kind, body), false)
			}
			reject := serve(t, refserver.Options{UpdateOnly: refserver.Reject})
			for _, body := range bodiesWithAll(reject, kind) {
				reject.checkRejection(kind, body)
			}
		})
	}
}

// checkUpdateOnlyFields compares the fields of a reply with what was sent, or with their defaults.
func (c *client) checkUpdateOnlyFields(kind string, body, doc object, stored bool) {
	c.t.Helper()
	for _, r := range rows(interfaceTables[kind]) {
		sent, given := body[r.name]
		switch {
		case !r.update || !given:
		case stored:
			c.checkEcho(r, doc[r.name], sent)
		default:
			equal(c.t, doc[r.name], r.emptyJSON())
		}
	}
}

// checkRejection: the answer names each field that is accepted on update alone, and no other; without them the object is
// made, and an update takes them.
func (c *client) checkRejection(kind string, body object) {
	c.t.Helper()
	problems := c.refused("POST", paths[kind], body)
	rest, late := object{}, object{}
	for name, value := range body {
		rest[name] = value
	}
	for _, r := range rows(interfaceTables[kind]) {
		_, sent := body[r.name]
		_, named := problems[r.name]
		if named != (sent && r.update) {
			c.t.Errorf("the field %s is named: %v", r.name, named)
		}
		if named {
			delete(rest, r.name)
			late[r.name] = body[r.name]
		}
	}
	doc := c.must(http.StatusCreated, "POST", paths[kind], rest)
	c.checkUpdateOnlyFields(kind, body, c.patch(kind, doc, late), true)
}
