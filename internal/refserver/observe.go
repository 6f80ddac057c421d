// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// The methods in this file return the data that the page for browsers shows.

// Change is a write of one object.
type Change = store.Change

// Watch calls each with the changes of every write, as soon as other requests can read them, until stop is called. each must return quickly
// and must not call the server, because other writes wait for it.
func (s *Server) Watch(each func([]Change)) (stop func()) { return s.store.Watch(each) }

// Recording returns the data on which alerts run, up to the server's time. Callers must not change it.
func (s *Server) Recording(ctx context.Context) (rehearsal.Recording, error) {
	return s.runner.Recording(ctx)
}

// Email is an e-mail about an event, with the state of its delivery.
type Email = notify.Email

// Emails returns the e-mails about an event, or without an SMTP server those that it would have sent. The server remembers only the latest
// e-mails since its start.
func (s *Server) Emails(event string) []Email { return s.mailer.Emails(event) }

// Bytes returns an object as JSON. Callers must not change the bytes.
func (s *Server) Bytes(kind, id string) ([]byte, bool) {
	if s.collections[kind] == nil {
		return nil, false
	}
	return s.store.Get(kind, id)
}

// ObjectsBy returns the objects of a kind whose field has the given value. It finds objects only by name and by the id of a parent, and
// returns nil for other fields.
func (s *Server) ObjectsBy(kind, field, value string) []map[string]any {
	found, ok := s.store.ListBy(kind, field, value)
	if !ok {
		return nil
	}
	return decoded(found)
}
