// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package script

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// commands returns the commands that all scripts can use, except "id", whose function needs a TestScript instead of a Script.
func commands() map[string]func(s *Script, args []string) error {
	return map[string]func(s *Script, args []string) error{
		// "apply VARIABLE=VALUE..." applies the configuration and fails if the next plan has changes.
		"apply": func(s *Script, args []string) error {
			if err := s.apply(args); err != nil {
				return err
			}
			return s.checkNextPlan(args, false)
		},
		// "unsettled VARIABLE=VALUE..." is like apply, but expects that the next plan contains changes again.
		"unsettled": func(s *Script, args []string) error {
			if err := s.apply(args); err != nil {
				return err
			}
			return s.checkNextPlan(args, true)
		},
		// "plan VARIABLE=VALUE..." prints a line such as "plan update engine_alert.it" for each change, and a line for each warning.
		"plan": func(s *Script, args []string) (err error) {
			s.Output, err = s.run("plan", args...)
			return err
		},
		// "terraform COMMAND..." runs a Terraform command.
		"terraform": func(s *Script, args []string) (err error) {
			s.Output, err = s.Terraform.Run(s.Context(), append(args, "-no-color")...)
			return err
		},
		// "destroy" destroys all objects and fails if the engine is not empty afterwards.
		"destroy": func(s *Script, args []string) (err error) {
			if s.Output, err = s.run("destroy", append(args, "-auto-approve")...); err != nil {
				return err
			}
			return s.empty()
		},
		// "empty" fails if the engine contains objects.
		"empty": func(s *Script, _ []string) error { return s.empty() },
		// "writes OPERATION..." fails unless the engine has received exactly these writes in this order since the last apply began. An
		// example is "writes stop PATCH start".
		"writes": func(s *Script, want []string) error {
			if got := Operations(s.Engine); !slices.Equal(got, want) {
				return fmt.Errorf("the engine received %q", got)
			}
			return nil
		},
		// "sent" prints a line such as alert/alerts {"mute":true} for each write since the last apply began (see the function Sent).
		"sent": func(s *Script, _ []string) error {
			s.Output = strings.Join(Sent(s.Engine), "\n") + "\n"
			return nil
		},
		// "requests MAXIMUM" fails if the engine received more than MAXIMUM requests since the last apply began.
		"requests": func(s *Script, args []string) error {
			most, err := strconv.Atoi(args[0])
			if got := len(s.Requests()); err == nil && got > most {
				err = fmt.Errorf("the engine received %d requests", got)
			}
			return err
		},
		// "objects KIND..." prints the engine's objects of these kinds as JSON, one per line.
		"objects": func(s *Script, kinds []string) error {
			for _, kind := range kinds {
				for _, doc := range s.Objects(kind) {
					s.Output += document.Encode(doc) + "\n"
				}
			}
			return nil
		},
		// "edit KIND JSON..." changes all objects of a kind, as another client would. "edit KIND=NAME JSON..." changes only those with the
		// given name.
		"edit": func(s *Script, args []string) error {
			defer s.ClearRequests()
			return s.Change(args[0], args[1:]...)
		},
		// "rival MOMENT KIND JSON" edits objects during the next apply, as another client would. If MOMENT is an operation such as PATCH,
		// the edit happens right before the engine handles the first such request. Other moments are "plan" (between plan and apply),
		// "each" (before each PATCH), and "after" (after the first PATCH, before the next request). The rival's edits are numbered from 1.
		// NUMBER in the JSON argument stands for the number of the edit.
		"rival": (*Script).addRival,
		// "seed JSON" adds objects to the engine.
		"seed": func(s *Script, args []string) error {
			var objects map[string][]map[string]any
			return errors.Join(document.DecodeInto([]byte(args[0]), &objects), s.Seed(objects))
		},
		// "fail OPERATION STATUS" makes the engine respond to the next request for this operation with the HTTP status. OPERATION is start,
		// stop or an HTTP method. If STATUS is "lost", the engine handles the request but does not respond. If STATUS is "dropped", the
		// engine neither handles the request nor responds.
		"fail": fail,
		// "habits HABIT..." sets the engine's habits (deviations from INTERFACE.md).
		"habits": func(s *Script, habits []string) error { return s.SetHabits(habits) },
	}
}

// id implements "id NAME KIND", which stores the id of the only object of a kind in the environment variable NAME.
func id(ts *testscript.TestScript, _ bool, args []string) {
	objects := of(ts).Objects(args[1])
	if len(objects) != 1 {
		ts.Fatalf("the engine has %d objects of this kind", len(objects))
	}
	ts.Setenv(args[0], fmt.Sprint(objects[0]["id"]))
}

func (s *Script) empty() error {
	for kind, objects := range s.Export() {
		if len(objects) > 0 {
			return fmt.Errorf("%d objects of the kind %s are left", len(objects), kind)
		}
	}
	return nil
}

// Change edits all objects of a kind. If the objects argument is KIND=NAME, it edits only those with that name. Each change is a JSON
// object that is merged into the objects (see set). If no object matches, Change returns an error.
func (s *Script) Change(objects string, changes ...string) error {
	kind, name, byName := strings.Cut(objects, "=")
	changed := 0
	for _, change := range changes {
		var fields map[string]any
		if err := document.DecodeInto([]byte(change), &fields); err != nil {
			return err
		}
		for _, doc := range s.Objects(kind) {
			if byName && doc["name"] != name {
				continue
			}
			changed++
			if err := s.Edit(kind, fmt.Sprint(doc["id"]), func(doc map[string]any) { set(doc, fields) }); err != nil {
				return err
			}
		}
	}
	if changed == 0 {
		return fmt.Errorf("the engine has no %s", objects)
	}
	return nil
}

// set copies fields to doc. A key such as alert_items[A] stands for the item whose ref_id is A. The key's value is merged into that item,
// or added as a new item if there is none.
func set(doc, fields map[string]any) {
	for key, value := range fields {
		list, refID, isItem := strings.Cut(strings.TrimSuffix(key, "]"), "[")
		if !isItem {
			doc[key] = value
			continue
		}
		items, _ := doc[list].([]any)
		i := slices.IndexFunc(items, func(item any) bool {
			members, _ := item.(map[string]any)
			return members["ref_id"] == refID
		})
		if i < 0 {
			i, items = len(items), append(items, map[string]any{"ref_id": refID})
		}
		item, _ := items[i].(map[string]any)
		members, _ := value.(map[string]any)
		set(item, members)
		doc[list] = items
	}
}

func fail(s *Script, args []string) (err error) {
	fault := refserver.Fault{
		Match: func(r *http.Request) bool { return operation(r.Method, r.URL.Path) == args[0] }, Times: 1,
		Body: `{"detail": "no room on the node"}`,
	}
	switch args[1] {
	case "lost":
		fault.Drop = refserver.DropAfter
	case "dropped":
		fault.Drop = refserver.DropBefore
	default:
		fault.Status, err = strconv.Atoi(args[1])
	}
	s.Engine.Fail(fault)
	return err
}

// Operations returns the operation of each write that an engine received, such as "stop", "PATCH" and "start".
func Operations(e *providertest.Engine) (operations []string) {
	for _, r := range e.Writes() {
		operations = append(operations, operation(r.Method, r.Path))
	}
	return operations
}

// Sent returns a string for each write that an engine received, such as the string `alert/alerts {"mute":true}`. The string contains the
// request's body and its path without the first two segments and the last one.
func Sent(e *providertest.Engine) (sent []string) {
	for _, r := range e.Writes() {
		path := strings.Split(strings.Trim(r.Path, "/"), "/")
		sent = append(sent, strings.Join(path[2:len(path)-1], "/")+" "+string(r.Body))
	}
	return sent
}

// operation returns "start" or "stop" for a request that starts or stops a component, and the HTTP method for any other request.
func operation(method, path string) string {
	if name := filepath.Base(path); method == http.MethodPost && (name == "start" || name == "stop") {
		return name
	}
	return method
}
