// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"testing"
)

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

func TestADocumentThatIsNoJSON(t *testing.T) {
	c, log := record(t, answerAll(t))
	if _, err := c.Create(t.Context(), Alerts, Document{"name": func() {}}); err == nil {
		t.Error("no error")
	}
	if got := log.take(); got != nil {
		t.Errorf("requests were sent: %q", got)
	}
}
