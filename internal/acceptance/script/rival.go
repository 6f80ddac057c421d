// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package script

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// rival simulates another client that edits objects at a given moment during an apply.
type rival struct {
	moment string
	edit   func()
	edits  atomic.Int32
	remove func() // removes the hook from the engine
}

// The moment at which a rival (a simulated client) edits objects is one of the following, or an operation such as PATCH. In the second
// case, the edit happens right before the engine handles the operation.
const (
	betweenPlanAndApply = "plan"
	afterPatch          = "after"
	eachPatch           = "each"
)

// addRival implements the command "rival", which schedules an edit by another client (the rival). Its first argument is one of the moments
// above or an operation such as "PATCH". The other arguments are a kind of object and a JSON object with the new values.
func (s *Script) addRival(args []string) error {
	r := &rival{moment: args[0]}
	s.rivals = append(s.rivals, r)
	edit := func() {
		if err := s.Change(args[1], strings.ReplaceAll(args[2], "NUMBER", fmt.Sprint(r.edits.Add(1)))); err != nil {
			s.Error(err)
		}
	}
	r.edit = sync.OnceFunc(edit)
	var updated atomic.Bool
	r.remove = s.Before(func(request *http.Request) {
		if s.Kind(request.URL.Path) != args[1] {
			return
		}
		op := operation(request.Method, request.URL.Path)
		if op == r.moment || r.moment == afterPatch && updated.Load() {
			r.edit()
		}
		if op == http.MethodPatch {
			updated.Store(true)
			if r.moment == eachPatch {
				edit()
			}
		}
	})
	return nil
}

// apply applies the configuration while rivals (simulated other clients) edit objects. It returns an error if any rival edited nothing.
func (s *Script) apply(args []string) (err error) {
	s.ClearRequests()
	rivals := s.rivals
	s.rivals = nil
	if slices.ContainsFunc(rivals, func(r *rival) bool { return r.moment == betweenPlanAndApply }) {
		if s.Output, err = s.run("plan", append(args, "-out=rival.tfplan")...); err != nil {
			return err
		}
		for _, r := range rivals {
			if r.moment == betweenPlanAndApply {
				r.edit()
			}
		}
		s.Output, err = s.run("apply", "rival.tfplan")
	} else {
		s.Output, err = s.run("apply", append(args, "-auto-approve")...)
	}
	for _, r := range rivals {
		r.remove()
		if r.edits.Load() == 0 {
			err = errors.Join(err, fmt.Errorf("a rival did not edit anything, because the moment %s did not come", r.moment))
		}
	}
	return err
}
