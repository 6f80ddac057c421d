// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// What the page shows of a server.

// Change is a write of one object.
type Change = store.Change

// Watch calls each with the changes of every write, after they can be read, until stop is called. The function must return quickly, and it
// must not call the server, because other writes wait for it.
func (s *Server) Watch(each func([]Change)) (stop func()) { return s.store.Watch(each) }

// Rehearsed is an alert with the runs that it has on the server's data.
type Rehearsed = evaluation.Rehearsed

// Rehearse runs an alert, given as a document, on all data up to the server's time, without any effect.
func (s *Server) Rehearse(ctx context.Context, alert map[string]any) (Rehearsed, error) {
	return s.runner.Rehearse(ctx, alert)
}

// Data returns the points that alerts run on. Callers must not change them.
func (s *Server) Data(ctx context.Context) (rehearsal.Series, error) { return s.runner.Data(ctx) }

// SendsEmails reports whether the server sends e-mails.
func (s *Server) SendsEmails() bool { return s.mailer != nil }

// Bytes returns the document of an object as it is stored. Callers must not change it.
func (s *Server) Bytes(kind, id string) ([]byte, bool) {
	if s.collections[kind] == nil {
		return nil, false
	}
	return s.store.Get(kind, id)
}

// Metadata returns the values of METADATA items. Callers must not change them.
func (s *Server) Metadata() map[rehearsal.Key]any { return s.runner.Metadata() }

// ObjectsBy returns the objects of a kind whose field has a value. The server can only search some fields, such as the name and the id of
// the parent; for other fields the result is nil.
func (s *Server) ObjectsBy(kind, field, value string) []map[string]any {
	found, ok := s.store.ListBy(kind, field, value)
	if !ok {
		return nil
	}
	return decoded(found)
}
