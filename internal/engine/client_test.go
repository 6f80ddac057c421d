// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"testing"
)

func TestEverySuccessStatus(t *testing.T) {
	for _, status := range []int{200, 201, 202, 203, 206, 299} {
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("page") {
				answer(t, w, status, `[]`)
				return
			}
			answer(t, w, status, `{"id":"7"}`)
		})
		for op, operate := range operations {
			if err := operate(t.Context(), c, Components("algorithm")); err != nil {
				t.Errorf("%s answered with %d: %v", op, status, err)
			}
		}
	}
}

func TestAChangeAnsweredWithoutTheObject(t *testing.T) {
	for _, op := range []operation{opUpdate, opStart, opStop} {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				answer(t, w, http.StatusOK, `{"id":"7"}`)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		})
		if err := operations[op](t.Context(), c, Components("algorithm")); err != nil {
			t.Errorf("%s: %v", op, err)
		}
		got := log.take()
		if len(got) != 2 || got[1] != "GET /v3/engine/component/algorithm/7" {
			t.Errorf("%s took %q, want a read at the end", op, got)
		}
	}
}

// Delete succeeds after 200, 204, or a 404 in the engine's own error format.
func TestDeleteAnswers(t *testing.T) {
	tests := map[string]struct {
		status int
		body   string
		ok     bool
	}{
		"no content": {http.StatusNoContent, "", true},
		"object":     {http.StatusOK, `{"id":"7"}`, true},
		"text":       {http.StatusOK, "deleted", true},
		"gone":       {http.StatusNotFound, `{"detail":"Not found."}`, true},
		"lost":       {http.StatusNotFound, `{"message":"no route matched"}`, false},
		"page":       {http.StatusOK, "<html>Sign in</html>", false},
		"conflict":   {http.StatusConflict, `{"detail":"Active."}`, false},
	}
	for name, test := range tests {
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("page") {
				answerAll(t)(w, r)
				return
			}
			if test.body == "" {
				w.WriteHeader(test.status)
				return
			}
			answer(t, w, test.status, test.body)
		})
		if err := c.Delete(t.Context(), Alerts, "7"); (err == nil) != test.ok {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

func TestAnEngineThatCannotStop(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed} {
		c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { answer(t, w, status, `{"detail":"No."}`) })
		_, err := c.Stop(t.Context(), Components("algorithm"), "7")
		if asError(t, err).Status != status {
			t.Errorf("the error is %v, want status %d", err, status)
		}
	}
}

// Every write closes the channel that NextWrite returned, even a write that fails. A read does not.
func TestNextWrite(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusConflict} {
		for op, operate := range operations {
			c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if status == http.StatusOK {
					answerAll(t)(w, r)
					return
				}
				answer(t, w, status, `{"detail":"No."}`)
			})
			written := c.NextWrite()
			if err := operate(t.Context(), c, Components("algorithm")); (err == nil) != (status == http.StatusOK) {
				t.Errorf("%s answered with %d: %v", op, status, err)
			}
			told := false
			select {
			case <-written:
				told = true
			default:
			}
			if want := op != opRead && op != opList; told != want {
				t.Errorf("%s answered with %d: a write is told: %t, want %t", op, status, told, want)
			}
			select {
			case <-c.NextWrite():
				t.Errorf("%s answered with %d: the write after it is told already", op, status)
			default:
			}
		}
	}
}
