// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// If the answer to a write lacks the id or sent fields, the client reads the object.
func TestShortAnswersToWrites(t *testing.T) {
	const whole = `{"id":"7","name":"b","mute":true,"kept":1}`
	tests := map[string]struct {
		status int
		body   string
		reads  int
	}{
		"the object":        {http.StatusOK, whole, 0},
		"without an empty":  {http.StatusOK, `{"id":"7","name":"b","mute":true}`, 0},
		"no content":        {http.StatusNoContent, "", 1},
		"nothing":           {http.StatusOK, "", 1},
		"the fields sent":   {http.StatusOK, `{"name":"b","mute":true,"text":""}`, 1},
		"the id":            {http.StatusOK, `{"id":"7"}`, 1},
		"a part":            {http.StatusOK, `{"id":"7","name":"b"}`, 1},
		"something else":    {http.StatusOK, `{"detail":"done"}`, 1},
		"an id of null":     {http.StatusOK, `{"id":null,"name":"b","mute":true}`, 1},
		"a created one: id": {http.StatusCreated, `{"id":"7"}`, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.Method == http.MethodGet:
					answer(t, w, http.StatusOK, whole)
				case test.body == "":
					w.WriteHeader(test.status)
				default:
					answer(t, w, test.status, test.body)
				}
			})
			sent := Document{"name": "b", "mute": true, "text": ""}
			var doc Document
			var err error
			if test.status == http.StatusCreated {
				doc, err = c.Create(t.Context(), Alerts, sent)
			} else {
				doc, err = c.Update(t.Context(), Alerts, "7", sent)
			}
			if err != nil || doc["name"] != "b" || doc["mute"] != true {
				t.Errorf("the document is %v, error %v", doc, err)
			}
			if got := log.take(); len(got) != 1+test.reads {
				t.Errorf("it took %q, want %d reads", got, test.reads)
			}
		})
	}
}

// The engine answers a create with {"id":"7"}, and reading the rest of the object fails. The create succeeds.
func TestAShortAnswerThatCannotBeCompleted(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			answer(t, w, http.StatusInternalServerError, `{"detail":"No."}`)
			return
		}
		answer(t, w, http.StatusCreated, `{"id":"7"}`)
	})
	doc, err := c.Create(t.Context(), Alerts, Document{"name": "a"})
	if err != nil || doc["id"] != "7" {
		t.Errorf("created %v, error %v", doc, err)
	}
}

// lateEngine is an engine whose reads show a create or an update only after some time (lag).
type lateEngine struct {
	start, changed time.Time
	lag            time.Duration
	requests       []string
	before         bool // it answers a PATCH with the document from before
	kept           bool // it ignores all changes
	writable       bool // a new object can be changed before it can be read
}

func (e *lateEngine) handle(t *testing.T) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		e.requests = append(e.requests, r.Method)
		const old, changed = `{"id":"7","name":"a"}`, `{"id":"7","name":"b"}`
		isShown := time.Since(e.start) >= e.lag
		switch {
		case r.URL.Query().Has("page"):
			answer(t, w, http.StatusOK, `[]`)
		case r.Method == http.MethodPost:
			e.start = time.Now()
			answer(t, w, http.StatusCreated, old)
		case !isShown && (r.Method == http.MethodGet || !e.writable):
			answer(t, w, http.StatusNotFound, notFound)
		case r.Method == http.MethodPatch:
			e.changed = time.Now()
			text := changed
			if e.before || e.kept {
				text = old
			}
			answer(t, w, http.StatusOK, text)
		case r.Method == http.MethodGet && !e.kept && !e.changed.IsZero() && time.Since(e.changed) >= e.lag:
			answer(t, w, http.StatusOK, changed)
		default:
			answer(t, w, http.StatusOK, old)
		}
	}
}

func isNamed(name string) func(Document) bool {
	return func(doc Document) bool { return doc["name"] == name }
}

// Reads show every write two seconds late. An update waits until its object exists, and Settle waits until the update is visible.
func TestLateEngines(t *testing.T) {
	for _, before := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			e := &lateEngine{lag: 2 * time.Second, before: before}
			c := inMemory(t, Config{}, e.handle(t))
			created, err := c.Create(t.Context(), Alerts, Document{"name": "a"})
			if err != nil {
				t.Fatal(err)
			}
			updated, err := c.Update(t.Context(), Alerts, "7", Document{"name": "b"})
			if err != nil {
				t.Fatalf("the update of %v: %v", created, err)
			}
			shown := c.Settle(t.Context(), Alerts, "7", updated, isNamed("b"))
			if shown["name"] != "b" || time.Since(e.changed) < e.lag {
				t.Errorf("after %s the engine shows %v", time.Since(e.changed), shown)
			}
		})
	}
}

// A read waits for a new object even if an update of this object has already succeeded.
func TestLateReadsAfterAChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &lateEngine{lag: time.Second, writable: true}
		c := inMemory(t, Config{}, e.handle(t))
		must(t, errorOf(c.Create(t.Context(), Alerts, Document{"name": "a"})))
		must(t, errorOf(c.Update(t.Context(), Alerts, "7", Document{"name": "b"})))
		if doc, err := c.Read(t.Context(), Alerts, "7"); err != nil || time.Since(e.start) < e.lag {
			t.Errorf("after %s: %v, %v", time.Since(e.start), doc, err)
		}
	})
}

// A read that gets 404 waits only if this client created the object, and not longer than settleTime.
func TestLatenessHasItsLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &lateEngine{lag: time.Hour, start: time.Now()}
		c := inMemory(t, Config{}, e.handle(t))
		begin := time.Now()
		if _, err := c.Read(t.Context(), Alerts, "7"); !IsNotFound(err) || time.Since(begin) > 0 {
			t.Errorf("an object of somebody else, after %s: %v", time.Since(begin), err)
		}
		must(t, errorOf(c.Create(t.Context(), Alerts, Document{"name": "a"})))
		if _, err := c.Read(t.Context(), Alerts, "7"); !IsNotFound(err) || time.Since(begin) > settleTime {
			t.Errorf("after %s: %v", time.Since(begin), err)
		}
	})
}

// Five calls of Settle take one request if the engine shows writes immediately. If the engine keeps its own values, Settle waits at most
// keptTime.
func TestSettlingCostsLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &lateEngine{}
		c := inMemory(t, Config{}, e.handle(t))
		begin := time.Now()
		for range 5 {
			c.Settle(t.Context(), Alerts, "7", Document{"id": "7", "name": "a"}, isNamed("a"))
		}
		if got := len(e.requests); got != 1 {
			t.Errorf("5 writes were settled with %d requests, want 1", got)
		}
		kept := c.Settle(t.Context(), Alerts, "7", Document{"id": "7", "name": "a"}, isNamed("b"))
		if kept["name"] != "a" || len(e.requests) != 2 || time.Since(begin) > 0 {
			t.Errorf("after %s and %d requests the document is %v", time.Since(begin), len(e.requests), kept)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		e := &lateEngine{kept: true}
		c := inMemory(t, Config{}, e.handle(t))
		begin := time.Now()
		c.Settle(t.Context(), Alerts, "7", Document{"id": "7", "name": "a"}, isNamed("b"))
		if took := time.Since(begin); took > keptTime {
			t.Errorf("an engine that keeps its own value was asked for %s", took)
		}
	})
}

// "101 Switching Protocols" is an error, and the client doesn't wait for a body after it.
func TestAnAnswerThatIsNone(t *testing.T) {
	released := make(chan struct{})
	c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		check(t, errorOf(fmt.Fprint(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n"+
			"X-Request-Id: "+testSecret+"\r\n\r\n")))
		<-released
		check(t, connection.Close())
	})
	defer close(released)
	_, err := c.Read(t.Context(), Alerts, "7")
	if e := asError(t, err); e.Status != http.StatusSwitchingProtocols || e.Attempts != 1 || e.RequestID != "(secret_key)" {
		t.Errorf("the error is %v", err)
	}
}

// The server sends "103 Early Hints" forever. The request ends after RequestTimeout, or when its context ends.
func TestAnswersWithoutEndBeforeTheAnswer(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		asked := make(chan struct{}, 1)
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			connection, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			asked <- struct{}{}
			for err == nil {
				_, err = fmt.Fprint(connection, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
				time.Sleep(time.Millisecond)
			}
			_ = connection.Close()
		})
		c.cfg.MaxRetries, c.cfg.RequestTimeout = -1, 100*time.Millisecond
		ctx, cancel := context.WithCancel(t.Context())
		if interrupted {
			c.cfg.RequestTimeout = time.Hour
			go func() {
				<-asked
				cancel()
			}()
		}
		if _, err := c.Read(ctx, Alerts, "7"); err == nil || interrupted != errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %t: the error is %v", interrupted, err)
		}
		cancel()
	}
}

// The engine refuses one field on create, so an update sends it. The answer to the update is empty, so Create reads the object.
func TestRefusedFieldsArriveAfterAShortAnswer(t *testing.T) {
	object := Document{"id": "7"}
	c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
		var sent Document
		if r.Method != http.MethodGet {
			check(t, json.NewDecoder(r.Body).Decode(&sent))
		}
		if _, ok := sent["mute"]; ok && r.Method == http.MethodPost {
			answer(t, w, http.StatusBadRequest, `{"mute":["Not on create."]}`)
			return
		}
		for name, value := range sent {
			object[name] = value
		}
		if r.Method == http.MethodPatch {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		text, err := json.Marshal(object)
		if err != nil {
			t.Error(err)
		}
		answer(t, w, http.StatusOK, string(text))
	})
	doc, err := c.Create(t.Context(), Alerts, Document{"name": "a", "mute": true})
	if err != nil || doc["mute"] != true || doc["name"] != "a" {
		t.Errorf("created %v, error %v", doc, err)
	}
	var methods []string
	for _, line := range log.take() {
		method, _, _ := strings.Cut(line, " ")
		methods = append(methods, method)
	}
	if want := []string{"POST", "POST", "PATCH", "GET"}; !slices.Equal(methods, want) {
		t.Errorf("the requests are %q, want %q", methods, want)
	}
}
