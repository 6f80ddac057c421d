// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// stateStore keeps a state for Terraform's backend "http", with its lock, in memory. Teams keep their state in such a place:
// Terraform writes it there once in 20 seconds and at the end, and a local file anew after each object.
type stateStore struct {
	mu    sync.Mutex
	state []byte // nil where there is none
	lock  []byte // what its holder says of it, nil where nobody holds it
}

// backend configures Terraform for the store at an address.
func (*stateStore) backend(url string) map[string]any {
	return map[string]any{"http": map[string]any{"address": url, "lock_address": url, "unlock_address": url}}
}

func (s *stateStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodGet:
		if s.state == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		_, _ = w.Write(s.state) // Who does not get all of it notices.
	case http.MethodPost:
		if s.lock != nil && r.URL.Query().Get("ID") != lockID(s.lock) {
			s.refuse(w)
			return
		}
		s.state = body
	case "LOCK":
		if s.lock != nil {
			s.refuse(w)
			return
		}
		s.lock = body
	case "UNLOCK":
		if s.lock == nil || lockID(body) != lockID(s.lock) {
			s.refuse(w)
			return
		}
		s.lock = nil
	default:
		http.Error(w, r.Method, http.StatusMethodNotAllowed)
	}
}

// refuse says who holds the lock.
func (s *stateStore) refuse(w http.ResponseWriter) {
	w.WriteHeader(http.StatusLocked)
	_, _ = w.Write(s.lock)
}

func lockID(lock []byte) string {
	var told struct{ ID string }
	if err := json.Unmarshal(lock, &told); err != nil {
		return ""
	}
	return told.ID
}
