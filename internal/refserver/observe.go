// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// The methods in this file return the data for the server's web page.

// Change describes a change to one object.
type Change = store.Change

// Watch registers a function that the server calls with the changes from each write, as soon as clients can read them. The function blocks
// other writes, so it must return quickly and must not call the server. Call stop to unregister the function.
func (s *Server) Watch(each func([]Change)) (stop func()) { return s.store.Watch(each) }

// Recording returns the data points that alerts read, up to the server's current time. Callers must not change the points.
func (s *Server) Recording(ctx context.Context) (rehearsal.Recording, error) {
	return s.runner.Recording(ctx)
}

// Email is an e-mail about an event, including its delivery state.
type Email = notify.Email

// Emails returns the latest e-mails about an event. Without a mail server, these are the e-mails that the server would have sent. E-mails
// are kept in memory only, so those from before a restart are missing.
func (s *Server) Emails(event string) []Email { return s.mailer.Emails(event) }

// Bytes returns an object as JSON and reports whether the object exists. Callers must not modify the slice.
func (s *Server) Bytes(kind, id string) ([]byte, bool) {
	if s.collections[kind] == nil {
		return nil, false
	}
	return s.store.Get(kind, id)
}

// ObjectsBy returns all objects of a kind, such as "tab", in which a field has the given value. It supports only the field "name" and
// fields that contain a parent's id, such as "dashboard". For other fields, ObjectsBy returns nil.
func (s *Server) ObjectsBy(kind, field, value string) []map[string]any {
	found, _ := s.store.ListBy(kind, field, value)
	return decodeAll(found)
}
