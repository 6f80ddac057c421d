// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// strict is an engine that refuses creates with certain fields. refuse gets the field names of a create and returns the refused ones.
// strict appends the field names of each request to bodies, with "then" in front of those of an update.
func strict(t *testing.T, bodies *[][]string, refuse func(names []string) (refused []string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var doc Document
		check(t, json.NewDecoder(r.Body).Decode(&doc))
		names := slices.Sorted(maps.Keys(doc))
		if r.Method == http.MethodPatch {
			*bodies = append(*bodies, append([]string{"then"}, names...))
			answer(t, w, http.StatusOK, `{"id":"7","name":"a","active":true,"mute":true,"rate_unit":"hour"}`)
			return
		}
		*bodies = append(*bodies, names)
		if refused := refuse(names); len(refused) > 0 {
			answer(t, w, http.StatusBadRequest, `{"`+strings.Join(refused, `":["Not on create."],"`)+`":["Not on create."]}`)
			return
		}
		answer(t, w, http.StatusCreated, `{"id":"7","name":"a","active":true,"mute":null,"rate_unit":null}`)
	}
}

// Create sends refused fields in an update. Later creates no longer contain these fields.
func TestCreateLeavesOutWhatIsForUpdateAlone(t *testing.T) {
	refuseAll := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name != "mute" && name != "rate_unit" })
	}
	refuseFirst := func(names []string) []string {
		refused := refuseAll(names)
		return refused[:min(len(refused), 1)]
	}
	doc := Document{"name": "a", "mute": true, "rate_unit": "hour", "active": true}
	full, then := []string{"active", "mute", "name", "rate_unit"}, []string{"then", "mute", "rate_unit"}
	for name, test := range map[string]struct {
		refuse func([]string) []string
		want   [][]string
	}{
		"at once":     {refuseAll, [][]string{full, {"active", "name"}, then}},
		"one by one":  {refuseFirst, [][]string{full, {"active", "name", "rate_unit"}, {"active", "name"}, then}},
		"not at all":  {func([]string) []string { return nil }, [][]string{full}},
		"second time": {refuseAll, [][]string{full, {"active", "name"}, then, {"active", "name"}, then}},
	} {
		t.Run(name, func(t *testing.T) {
			var bodies [][]string
			c, _ := serve(t, strict(t, &bodies, test.refuse))
			must(t, errorOf(c.Create(t.Context(), Alerts, doc)))
			if name == "second time" {
				must(t, errorOf(c.Create(t.Context(), Alerts, doc)))
			}
			if fmt.Sprint(bodies) != fmt.Sprint(test.want) {
				t.Errorf("the fields sent are %q, want %q", bodies, test.want)
			}
		})
	}
	if len(doc) != 4 {
		t.Errorf("the caller's document was changed: %v", doc)
	}
}

// If the interface document lists the refused field for creates, Create returns the error and doesn't try again with fewer fields.
func TestCreateKeepsToOtherRefusals(t *testing.T) {
	tests := map[string]string{
		"a field for create":      `{"name":["No."]}`,
		"both kinds":              `{"name":["No."],"mute":["No."]}`,
		"the whole object":        `{"non_field_errors":["No."],"mute":["No."]}`,
		"a field that is not set": `{"status":["No."]}`,
		"no field":                `{"detail":"No."}`,
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			c, log := record(t, func(w http.ResponseWriter, _ *http.Request) { answer(t, w, http.StatusBadRequest, body) })
			_, err := c.Create(t.Context(), Alerts, Document{"name": "a", "mute": true})
			if asError(t, err).Status != http.StatusBadRequest {
				t.Errorf("the error is %v", err)
			}
			if got := log.take(); len(got) != 1 {
				t.Errorf("the requests are %q, want one", got)
			}
		})
	}
}

// The engine refuses "mute" in a create, and then refuses "name" in the create without "mute". The next Create must send "mute" again: the
// client leaves a field out only after an update with this field has succeeded.
func TestARefusedValueIsNotRemembered(t *testing.T) {
	var bodies [][]string
	c, _ := serve(t, strict(t, &bodies, func(names []string) []string {
		if slices.Contains(names, "mute") {
			return []string{"mute"}
		}
		return []string{"name"}
	}))
	for range 2 {
		if _, err := c.Create(t.Context(), Alerts, Document{"name": "a", "mute": 3}); err == nil {
			t.Fatal("no error")
		}
	}
	if want := "[[mute name] [name] [mute name] [name]]"; fmt.Sprint(bodies) != want {
		t.Errorf("the fields sent are %v, want %s", bodies, want)
	}
}

// The engine refuses a wrong value on create and on update. Create then deletes the new object, and the next create sends the field again.
func TestAWrongValueOfAFieldForUpdateLeavesNothing(t *testing.T) {
	var requests []string
	valid, removable := false, true
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var doc Document
		if r.Method != http.MethodDelete && json.NewDecoder(r.Body).Decode(&doc) != nil {
			t.Error("no document was sent")
		}
		requests = append(requests, fmt.Sprint(r.Method, slices.Sorted(maps.Keys(doc))))
		_, muted := doc["mute"]
		switch {
		case r.Method == http.MethodDelete && !removable:
			answer(t, w, http.StatusInternalServerError, `{"detail":"No."}`)
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case muted && !valid:
			answer(t, w, http.StatusBadRequest, fmt.Sprintf(`{"mute":["Refused by %s."]}`, r.Method))
		default:
			answer(t, w, http.StatusCreated, `{"id":"7","name":"a","mute":true}`)
		}
	})
	wrong := Document{"name": "a", "mute": "yes"}
	created, err := c.Create(t.Context(), Alerts, wrong)
	if created != nil || !IsInvalid(err) || !strings.Contains(err.Error(), "Refused by POST.") {
		t.Errorf("created %v, error %v; want the first refusal", created, err)
	}
	if want := "[POST[mute name] POST[name] PATCH[mute] DELETE[]]"; fmt.Sprint(requests) != want {
		t.Errorf("the requests are %v, want %s", requests, want)
	}
	removable = false
	created, err = c.Create(t.Context(), Alerts, wrong)
	if created["id"] != "7" || !IsInvalid(err) || !strings.Contains(err.Error(), "could not be deleted") {
		t.Errorf("created %v, error %v; want the object that is left", created, err)
	}
	requests, valid = nil, true
	check(t, errorOf(c.Create(t.Context(), Alerts, Document{"name": "a", "mute": true})))
	if want := "[POST[mute name]]"; fmt.Sprint(requests) != want {
		t.Errorf("after the refusal of a value the requests are %v, want %s", requests, want)
	}
}

func TestNewObjectsWithoutAUsableID(t *testing.T) {
	for _, body := range []string{
		`{}`, `{"id":7}`, `{"id":["7"]}`, `{"id":""}`, `{"id":null}`, `{"id":".."}`, `{"id":"a/b"}`, `{"id":"7\u0000"}`, `{"id":"7\n"}`,
		`{"id":"7\\8"}`, `[]`, ``, `<html>`,
	} {
		c, log := record(t, func(w http.ResponseWriter, _ *http.Request) { answer(t, w, http.StatusCreated, body) })
		doc, err := c.Create(t.Context(), Nodes, Document{"name": "edge"})
		var unknown *UnknownOutcomeError
		if doc != nil || !errors.As(err, &unknown) || unknown.Kind != "node" || unknown.Name != "edge" {
			t.Errorf("answered %q: the error is %v", body, err)
			continue
		}
		if e := asError(t, err); e.Status != http.StatusCreated {
			t.Errorf("answered %q: the status is lost: %v", body, err)
		}
		if got := log.writes(); len(got) != 1 {
			t.Errorf("answered %q: it took %q", body, got)
		}
	}
}

// After certain statuses, Create returns an UnknownOutcomeError. Its text must tell the user how to continue.
func TestCreatesOfUnknownOutcome(t *testing.T) {
	tests := map[int]bool{
		0: true, 303: true, 500: true, 502: true, 503: true, 504: true, 520: true,
		400: false, 401: false, 404: false, 409: false, 429: false, 501: false,
	}
	for status, want := range tests {
		c, log := record(t, func(w http.ResponseWriter, _ *http.Request) {
			if status == 0 {
				panic(http.ErrAbortHandler)
			}
			answer(t, w, status, `{"detail":"No."}`)
		})
		c.cfg.MaxRetries = -1
		_, err := c.Create(t.Context(), Alerts, Document{"name": "high load"})
		var unknown *UnknownOutcomeError
		if got := errors.As(err, &unknown); got != want {
			t.Errorf("after %d the outcome is unknown: %t, want %t (%v)", status, got, want, err)
		}
		if !want {
			continue
		}
		for _, part := range []string{"alert", `"high load"`, "look for it", "import it"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("after %d the error lacks %q: %v", status, part, err)
			}
		}
		if got := log.writes(); len(got) != 1 {
			t.Errorf("after %d it took %q", status, got)
		}
	}
}

// If the context ends during a create, the client still waits for the reply, up to finishTime.
func TestACreateThatItsCallerLeaves(t *testing.T) {
	for name, test := range map[string]struct {
		answerAfter time.Duration // the time that the engine needs for the create
		took        time.Duration
		ok          bool
	}{
		"answered in time": {finishTime - time.Second, finishTime - time.Second, true},
		"not in time":      {time.Hour, finishTime, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				c := inMemory(t, Config{RequestTimeout: time.Minute}, func(w http.ResponseWriter, r *http.Request) {
					cancel()
					if Sleep(r.Context(), test.answerAfter) == nil {
						answerObject(t, w, r, http.StatusCreated)
					}
				})
				start := time.Now()
				doc, err := c.Create(ctx, Alerts, Document{"name": "a"})
				var unknown *UnknownOutcomeError
				isUnknown := errors.As(err, &unknown) && errors.Is(err, context.Canceled)
				if got := err == nil && doc["id"] == "7"; got != test.ok || isUnknown == test.ok {
					t.Errorf("the document is %v, error %v", doc, err)
				}
				if took := time.Since(start); took != test.took {
					t.Errorf("it took %s, want %s", took, test.took)
				}
			})
		})
	}
}

// The engine refuses the field "mute" in a create, so the client sends a create without it. If the context ends during this second request,
// the client must still send the update with "mute", but must not begin another Create.
func TestACreateIsCompletedAfterItsCallerLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var methods []string
		c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
			methods = append(methods, r.Method)
			if len(methods) == 1 {
				answer(t, w, http.StatusBadRequest, `{"mute":["Not on create."]}`)
				return
			}
			cancel()
			_ = Sleep(r.Context(), 2*time.Second)
			answerObject(t, w, r, http.StatusCreated)
		})
		doc, err := c.Create(ctx, Alerts, Document{"name": "a", "mute": true})
		if err != nil || doc["mute"] != true || fmt.Sprint(methods) != "[POST POST PATCH]" {
			t.Errorf("the document is %v after %v, error %v", doc, methods, err)
		}
		if _, err := c.Create(ctx, Alerts, Document{"name": "b"}); !errors.Is(err, context.Canceled) || len(methods) != 3 {
			t.Errorf("after the end %v were sent, error %v", methods, err)
		}
	})
}

func TestADocumentThatIsNoJSON(t *testing.T) {
	c, log := record(t, answerAll(t))
	if _, err := c.Create(t.Context(), Alerts, Document{"name": func() {}}); err == nil {
		t.Error("no error")
	}
	if got := log.take(); got != nil {
		t.Errorf("requests were sent: %q", got)
	}
}
