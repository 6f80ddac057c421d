// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// When the file takes no writes, no write is answered as done, and later ones are not even tried.
func TestFailedJournal(t *testing.T) {
	s, err := New(Options{Data: filepath.Join(t.TempDir(), "data")})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.store.journal.db.Close(); err != nil { // As near to a full disk as a test comes.
		t.Fatal(err)
	}
	for range 3 {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, root+"compute/nodes/all/", strings.NewReader(`{"name":"n","type":"t"}`))
		r.Header.Set("Authorization", "Service "+s.AccessID()+" "+s.SecretKey())
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "detail") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if n := len(s.Objects("node")); n != 1 {
		t.Errorf("%d writes were tried, want 1", n)
	}
}
