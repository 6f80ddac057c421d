// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// When the engine deletes a parent object, such as a tab, it also deletes the parent's children, such as widgets. A plan that deletes a
// parent warns about children that this configuration does not manage. The provider knows that a child is managed once Terraform has called
// UpgradeResourceState for it.
//
// "terraform destroy" plans children before their parents, so all managed children are known when Terraform plans a parent. Other commands
// may plan the parent first. In this case, the call of PlanResourceChange for the parent waits until Terraform has sent all other calls
// (see isIdle). If several parents are deleted, only the first of these calls waits, and its response contains the warnings for all
// parents.

// run tracks Terraform's calls to this provider process. With it, awaitUnmanaged can wait until Terraform sends no more calls.
type run struct {
	active   atomic.Int32
	last     atomic.Int64 // when the most recent call ended, in Unix nanoseconds
	isPlan   atomic.Bool  // Terraform has read an object or planned anything but a delete, so this is not "terraform destroy"
	mu       sync.Mutex
	awaiting []deletion // the deletions that the waiting call will report
}

// deletion is the planned deletion of a parent object, such as a tab, whose children the engine would delete too.
type deletion struct {
	parent   string // for example: tab "Overview"
	kind     *definition
	children map[string]string // names by id; stillUnmanaged removes managed children
}

func (r *run) begin(isPlan bool) {
	r.active.Add(1)
	if isPlan {
		r.isPlan.Store(true)
	}
}

func (r *run) end() {
	r.last.Store(time.Now().UnixNano())
	r.active.Add(-1)
}

// idleTime is the time without calls after which Terraform counts as idle. Normally, the next call follows within milliseconds.
const idleTime = 500 * time.Millisecond

// isIdle reports whether the current call is the only one in progress and the previous call ended at least idleTime ago.
func (r *run) isIdle() bool {
	return r.active.Load() <= 1 && time.Since(time.Unix(0, r.last.Load())) >= idleTime
}

// warnOfChildren adds a warning to the plan if deleting the object also deletes children that the configuration does not manage, or if
// replacing it deletes any children.
func (s *server) warnOfChildren(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest, resp *tfprotov6.PlanResourceChangeResponse) {
	isReplaced, d := len(resp.RequiresReplace) > 0, s.definitions[req.TypeName]
	if d == nil || isNull(req.PriorState) || !isNull(req.ProposedNewState) && !isReplaced || !s.isConfigured() {
		return
	}
	for _, kind := range s.provider.definitions {
		if kind.Parent != d.Name {
			continue
		}
		prior, err := req.PriorState.Unmarshal(d.shape.Type())
		if err != nil {
			return // the framework has already reported the error
		}
		id := tfvalue.String(prior, "id")
		parent := d.Name + " " + document.Visible(cmp.Or(tfvalue.String(prior, "name"), id))
		found := deletion{parent: parent, kind: kind, children: s.children(ctx, kind, id)}
		switch {
		case !isReplaced:
			for _, left := range s.awaitUnmanaged(ctx, found) {
				resp.Diagnostics = append(resp.Diagnostics, left.warning("Deleting", " that are not managed by this configuration: "))
			}
		case len(found.children) > 0: // list all children, because it is not yet known which ones are managed
			resp.Diagnostics = append(resp.Diagnostics, found.warning("Replacing",
				". Terraform creates only those again that this configuration manages. To keep the others, move them in the engine first: "))
		}
	}
}

// awaitUnmanaged returns the planned deletions of parents that have unmanaged children. A child counts as unmanaged until Terraform calls
// the provider for it, which may happen after the call for the parent. Therefore, awaitUnmanaged first waits until Terraform stops calling
// the provider. If awaitUnmanaged is called several times at once, the first call returns the deletions from all calls, and the others
// return nothing. During "terraform destroy", awaitUnmanaged does not wait.
func (s *server) awaitUnmanaged(ctx context.Context, found deletion) (left []deletion) {
	if s.stillUnmanaged(found) && !s.run.isPlan.Load() {
		return []deletion{found}
	}
	s.run.mu.Lock()
	isFirst := len(s.run.awaiting) == 0
	if s.stillUnmanaged(found) {
		s.run.awaiting = append(s.run.awaiting, found)
	}
	s.run.mu.Unlock()
	if !isFirst {
		return nil
	}
	for ctx.Err() == nil {
		isIdle := s.run.isIdle()
		s.run.mu.Lock()
		s.run.awaiting = slices.DeleteFunc(s.run.awaiting, func(d deletion) bool { return !s.stillUnmanaged(d) })
		if isIdle || len(s.run.awaiting) == 0 {
			left, s.run.awaiting = s.run.awaiting, nil
			s.run.mu.Unlock()
			return left
		}
		s.run.mu.Unlock()
		time.Sleep(idleTime / 20)
	}
	return nil
}

// stillUnmanaged removes the children that Terraform manages from d, and reports whether d still contains any children.
func (s *server) stillUnmanaged(d deletion) bool {
	maps.DeleteFunc(d.children, func(id, _ string) bool { return s.states.contains(d.kind, id) })
	return len(d.children) > 0
}

// children returns the ids and names of a parent's children. If the engine's list can't be read completely, some children are missing.
func (s *server) children(ctx context.Context, kind *definition, parent string) map[string]string {
	children, compared := map[string]string{}, 0
	add := func(doc engine.Document) {
		if view, _ := kind.full.All(doc); tfvalue.String(view, kind.Scope) == parent {
			children[documentID(doc)] = document.Visible(tfvalue.String(view, "name"))
		}
	}
	conn, col := s.provider.connection, kind.Collection("")
	if docs, ok := conn.Reader.Cached(col, parent); ok {
		for _, doc := range docs {
			add(doc)
		}
		return children
	}
	for doc, err := range conn.Client.List(ctx, col, url.Values{kind.Scope: {parent}}) {
		if compared++; err != nil || compared > maxCompared {
			break
		}
		add(doc)
	}
	return children
}

// warning returns a warning such as "Deleting the tab T also deletes 1 widget that is not managed by this configuration: a (ID)".
func (d deletion) warning(operation, explanation string) *tfprotov6.Diagnostic {
	names := make([]string, 0, len(d.children))
	for id, name := range d.children {
		names = append(names, fmt.Sprintf("%s (%s)", name, id))
	}
	slices.Sort(names)
	objects := fmt.Sprintf("%d %s", len(names), d.kind.Plural)
	if len(names) == 1 {
		objects, explanation = "1 "+d.kind.Name, strings.Replace(explanation, "that are", "that is", 1)
	}
	summary := fmt.Sprintf("%s the %s also deletes %s", operation, d.parent, objects)
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityWarning, Summary: summary, Detail: summary + explanation + connection.First(names, ", ") + ".",
	}
}
