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

// stateStore is an in-memory store for Terraform's backend "http": a state and its lock. Teams usually have such a remote store.
// Terraform writes to it every 20 seconds and at the end, but rewrites a local file after each object.
type stateStore struct {
	mu    sync.Mutex
	state []byte // nil if there is none
	lock  []byte // the holder's description of the lock; nil if it is free
}

// backend returns the backend block for the store at a URL.
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
		_, _ = w.Write(s.state) // A client notices an incomplete answer.
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

// refuse answers that the state is locked, with the holder's description.
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
