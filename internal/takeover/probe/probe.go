// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

const (
	// MaxReadRequests is the maximum number of requests in a run without Options.Write.
	MaxReadRequests = 60
	// ObjectCount is roughly the number of objects that a run with Options.Write creates.
	ObjectCount = 20
	// maxWriteRequests is the maximum number of requests in a run with Options.Write. Only an engine with long lists needs that many.
	maxWriteRequests = 20_000
)

// Options contains the settings of a run.
type Options struct {
	Client *engine.Client
	// Write allows the run to create, change and delete objects. Otherwise, the run sends only GET requests.
	Write bool
	// Only contains the names of the topics to run. If it is empty, all topics run.
	Only []string
	// Progress is called before each step with a description of the step. It may be nil.
	Progress func(text string)
	// Closing Hurry makes the run stop deleting its objects and report the remaining ones. Hurry may be nil.
	Hurry <-chan struct{}
}

// topic is a group of related habits (deviations from INTERFACE.md), such as those that concern lists. The probe guide has a section for
// each topic, with the topic's name as its heading.
type topic struct {
	name string
	// writes is true if the topic runs only with Options.Write.
	writes bool
	// always is true if other topics need this topic's results. Such a topic runs even if Options.Only omits it.
	always bool
	probe  func(ctx context.Context, r *run)
}

func topics() []topic {
	return []topic{
		{name: "paths", always: true, probe: probePaths},
		{name: "lists", always: true, probe: probeLists},
		{name: "delays", writes: true, always: true, probe: probeDelays},
		{name: "objects", writes: true, always: true, probe: createExamples},
		{name: "deployment", probe: probeDeployment},
		{name: "documents", probe: probeDocuments},
		{name: "limits", writes: true, probe: probeLimits},
		{name: "defaults", writes: true, probe: probeDefaults},
		{name: "clearing", writes: true, probe: probeClearing},
		{name: "elements", writes: true, probe: probeElements},
	}
}

// Topics returns the names of all topics, in the order in which they run.
func Topics() []string {
	var names []string
	for _, t := range topics() {
		names = append(names, t.name)
	}
	return names
}

// run contains the state of one run.
type run struct {
	Options
	// scheme is the authorization scheme that the engine accepts, such as Bearer. If it is empty, requests use the client's scheme.
	scheme string
	// limit is the maximum number of requests. sent is the number of requests sent so far.
	limit, sent int
	counts      map[string]*count // by habit
	route       route
	ledger      ledger
	facts       Facts
	// pages contains the objects on the first page of each kind's list.
	pages map[string][]map[string]any
	// examples contains the object created from objects.json for each kind. minimal contains objects with only the required fields. An
	// entry is nil or missing if the engine rejected the object.
	examples map[string]*object
	minimal  map[string]*object
	// rejected describes the parts of objects.json that the engine rejected. The tests check that the reference server rejects none.
	rejected []string
	// err is the first error. Once it is set, the run sends no requests and records no observations until cleanUp resets it.
	err error
}

// Run probes an engine and returns its findings. An error means that the run stopped early, for example because the credentials are invalid
// or ctx was canceled. Even then, Run deletes its objects, and the report lists the findings so far and any remaining objects.
func Run(ctx context.Context, options Options) (*Report, error) {
	r := newRun(options)
	err := r.probeTopics(ctx)
	if options.Write {
		r.progress("deletion of all objects")
	}
	left := r.cleanUp(ctx)
	report := r.report()
	report.Left, report.Requests = left, r.sent
	return report, err
}

func newRun(options Options) *run {
	r := &run{Options: options, limit: MaxReadRequests, counts: map[string]*count{}}
	if options.Write {
		r.limit = maxWriteRequests
	}
	r.ledger.listed = map[string]map[string]string{}
	return r
}

func (r *run) probeTopics(ctx context.Context) error {
	for _, t := range topics() {
		if !r.wants(t) || t.writes && !r.Write {
			continue
		}
		r.progress(t.name)
		t.probe(ctx, r)
		if errors.Is(r.err, errLimit) {
			return nil // The habits of the remaining topics stay undetermined.
		}
		if r.err != nil {
			return fmt.Errorf("%s: %w", t.name, r.err)
		}
	}
	return nil
}

func (r *run) wants(t topic) bool {
	return t.always || len(r.Only) == 0 || slices.Contains(r.Only, t.name)
}

func (r *run) progress(text string) {
	if r.Progress != nil {
		r.Progress(text)
	}
}
