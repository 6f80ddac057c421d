// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"testing"
)

// TestNextWrite checks that every write closes the channel from NextWrite, even a write that fails. Reads must not close it.
func TestNextWrite(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusConflict} {
		for op, operate := range operations {
			c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if status == http.StatusOK {
					respondToAll(t)(w, r)
					return
				}
				respond(t, w, status, `{"detail":"No."}`)
			})
			written := c.NextWrite()
			if err := operate(t.Context(), c, Components("algorithm")); (err == nil) != (status == http.StatusOK) {
				t.Errorf("%s, response %d: %v", op, status, err)
			}
			isClosed := false
			select {
			case <-written:
				isClosed = true
			default:
			}
			if want := op != opRead && op != opList; isClosed != want {
				t.Errorf("%s, response %d: the channel is closed: %t, want %t", op, status, isClosed, want)
			}
			select {
			case <-c.NextWrite():
				t.Errorf("%s, response %d: the next channel is closed already", op, status)
			default:
			}
		}
	}
}

func TestADocumentThatIsNoJSON(t *testing.T) {
	c, log := record(t, respondToAll(t))
	if _, err := c.Create(t.Context(), Alerts, Document{"name": func() {}}); err == nil {
		t.Error("no error")
	}
	if got := log.take(); got != nil {
		t.Errorf("requests were sent: %q", got)
	}
}
