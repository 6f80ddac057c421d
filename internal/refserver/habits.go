// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Habits returns the names of the active habits with their parameters, for example "small-pages=1".
func (s *Server) Habits() []string { return s.habits.Load().Names() }

// SetHabits replaces the active habits for all later requests. A new habit such as late-lists, which delays
// writes, does not delay earlier writes.
func (s *Server) SetHabits(names []string) error {
	set, err := s.options.habits(names)
	if err == nil {
		s.habits.Store(set)
	}
	return err
}

// habits returns the habits with the given names. Habits may change the values in habit.Settings, such as PageSize. The values here are
// those of a server without habits.
func (o Options) habits(names []string) (*habit.Set, error) {
	return habit.New(names, o.Seed, habit.Settings{
		Scheme:        "Service",
		MaxBody:       maxBody,
		PageSize:      defaultPageSize,
		MaxPageSize:   maxPageSize,
		PageParameter: "page",
	})
}

func (s *Server) call(t target, r *request, operation table.Operation) habit.Call {
	return habit.Call{
		Request: r.Request, Table: (*s.tables.Load())[t.collection.Kind], Operation: operation, ID: t.id, Store: s.store, Now: s.clock.Now(),
	}
}

// written returns the answer to a successful create, update or deletion. before is the object before the write: nil for a create. after
// is nil for a deletion.
func (r *request) written(status int, before, after []byte) (*answer, error) {
	status, body, err := r.habits.Reply(&r.call, status, before, after)
	if err != nil {
		return nil, err
	}
	return r.tagged(success(status, body), after), nil
}
