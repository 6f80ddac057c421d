// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"flag"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// caller calls a server's handler directly, because thousands of requests over a network would be slow.
type caller struct {
	t      *testing.T
	server *refserver.Server
	scheme string
	// forms contains functions that return a path in different forms, for example without the trailing slash. The send method tries the
	// forms in order, because some habits (deviations from INTERFACE.md) reject some forms.
	forms []func(path string) string
}

// send sends a request. If the response is a 404 or a redirect, send tries the next form of the path, for example without a trailing slash.
// It returns the last response.
func (c *caller) send(method, path string, body any) (status int, reply string) {
	c.t.Helper()
	for _, form := range c.forms {
		r := httptest.NewRequestWithContext(c.t.Context(), method, form(path), strings.NewReader(servertest.JSON(c.t, body)))
		r.Header.Set("Authorization", c.scheme+" "+c.server.AccessID()+" "+c.server.SecretKey())
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		c.server.ServeHTTP(w, r)
		if status, reply = w.Code, w.Body.String(); status != 404 && status != 301 {
			break
		}
	}
	if status >= 500 && !strings.HasPrefix(reply, "<html>") && !strings.Contains(reply, "Try again later.") {
		c.t.Errorf("%s %s returns %d %.300s", method, path, status, reply)
	}
	return status, reply
}

// bodyWithAll returns a request body with a value for every field of a kind of object, except cron fields. The parents map contains the id
// of a possible parent for each kind, such as "dashboard".
func bodyWithAll(t *testing.T, kind string, parents map[string]string) Object {
	t.Helper()
	c := servertest.Client{T: t}
	body := Object{}
	for _, r := range servertest.Tables[kind].Fields {
		switch {
		case r.References != "":
			body[r.Name] = parents[r.References]
		case !r.ServerSet && !strings.HasPrefix(r.Name, "cron_"):
			body[r.Name] = c.ValidValues(r)[0]
		}
	}
	switch kind {
	case "alert":
		body["type"] = "rate"
	case "routine":
		body["type"] = ""
	case "component":
		body["name"] = "a component"
	}
	return body
}

// allPairs makes TestPairs try every pair of habits, which takes half a minute (go test ./internal/refserver/habit -all-pairs).
var allPairs = flag.Bool("all-pairs", false, "try every pair of habits")

// TestPairs sends creates, reads, updates and deletes to servers with two habits (deviations from INTERFACE.md). No request may cause an
// internal error. The server must not store values that habits add only to responses, such as "****". Without -all-pairs, the test skips
// most pairs.
func TestPairs(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 1))
	names := habit.Names()
	for i, first := range names {
		var partners []string
		for _, second := range names[i+1:] {
			if draw.IntN(10) == 0 || *allPairs || allowsEcho(first) && allowsEcho(second) {
				partners = append(partners, second)
			}
		}
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			for _, second := range partners {
				tryPair(t, first, second)
			}
		})
	}
}

// allowsEcho reports whether a client of a server with the named habit (a deviation from INTERFACE.md) can read an object and send it back
// in an update without changing the stored object.
func allowsEcho(name string) bool {
	return slices.Contains([]string{
		"moving-fields", "own-elements", "own-element-keys", "padded", "rich-references", "text-numbers", "fraction-numbers", "lower-case",
		"text-durations",
	}, name)
}

func tryPair(t *testing.T, habits ...string) {
	t.Helper()
	server, err := refserver.New(refserver.Options{Habits: habits})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	}()
	c := &caller{t: t, server: server, scheme: "Service", forms: []func(string) string{
		func(path string) string { return path },
		func(path string) string { return strings.TrimSuffix(path, "/") },
		func(path string) string {
			return strings.TrimSuffix(strings.Replace(path, "/algorithms/", "/algorithm/", 1), "/")
		},
		func(path string) string { return strings.Replace(path, "/algorithms/", "/algorithm/", 1) },
	}}
	if slices.Contains(habits, "other-scheme") {
		c.scheme = "Bearer"
	}
	parents := map[string]string{}
	for _, kind := range []string{"dashboard", "tab", "component", "alert", "function"} {
		path := servertest.Paths[kind]
		c.send("POST", path, bodyWithAll(t, kind, parents))
		stored := server.Objects(kind)
		if len(stored) == 0 {
			continue // Some habits reject this create.
		}
		checkStored(t, habits, kind, stored[0], false)
		id := servertest.Text(t, stored[0], "id")
		parents[kind] = id
		_, read := c.send("GET", path+id+"/", nil)
		c.send("GET", path, nil)
		// Read the object, remove the fields that only the engine sets, and send the rest back.
		if strings.HasPrefix(read, "{") {
			echo := servertest.Parse(t, read)
			for _, r := range servertest.Tables[kind].Fields {
				if r.ServerSet {
					delete(echo, r.Name)
				}
			}
			status, reply := c.send("PATCH", path+id+"/", echo)
			if status == 400 && !slices.ContainsFunc(habits, rejects) {
				t.Errorf("with %v a %s is not accepted back: %.300s", habits, kind, reply)
			}
			now := server.Objects(kind)[0]
			checkStored(t, habits, kind, now, true)
			if allowsEcho(habits[0]) && allowsEcho(habits[1]) && servertest.JSON(t, now) != servertest.JSON(t, stored[0]) {
				t.Errorf("with %v a %s was\n%s and is\n%s", habits, kind, servertest.JSON(t, stored[0]), servertest.JSON(t, now))
			}
		}
		for _, action := range []string{"start", "stop"} {
			c.send("POST", path+id+"/"+action+"/", Object{})
		}
	}
	for _, kind := range []string{"function", "alert", "component", "dashboard"} {
		c.send("DELETE", servertest.Paths[kind]+parents[kind]+"/", nil)
	}
}

// rejects reports whether a server with the given habit (a deviation from INTERFACE.md) may reject an update that sends back what the
// client has read.
func rejects(name string) bool {
	return slices.Contains([]string{
		"strict-update", "null-refused", "empty-list-refused", "empty-text-refused", "unique-names", "empty-updates-refused",
	}, name)
}

// checkStored checks that a stored object does not contain values that habits (deviations from INTERFACE.md) add only to responses. isEcho
// is true if a client has sent a response back in an update. In this case, the object may contain masks such as "****", and names in
// references that a habit has changed.
func checkStored(t *testing.T, habits []string, kind string, stored Object, isEcho bool) {
	t.Helper()
	traces := []string{
		"last_ping", "reads", "updated_at", "engine_key", "engine_own", "engine-own", `"ENG"`, `"owner"`, `"sev1"`, `"average"`,
	}
	if !isEcho {
		traces = append(traces, "****", "The engine's")
	}
	for _, trace := range traces {
		if text := servertest.JSON(t, stored); strings.Contains(text, trace) {
			t.Errorf("with %v a stored %s holds %s", habits, kind, trace)
		}
	}
}
