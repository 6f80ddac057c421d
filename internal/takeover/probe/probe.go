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
	// ObjectCount is the number of objects that a run with Options.Write creates, unless the engine rejects some of them or responses get
	// lost.
	ObjectCount = 20
	// maxWriteRequests is the maximum number of requests in a run with Options.Write. Only an engine with long lists needs that many.
	maxWriteRequests = 20_000
)

// Options are the settings of a run.
type Options struct {
	Client *engine.Client
	// Write allows the run to create, change and delete objects. Otherwise the run sends only GET requests.
	Write bool
	// Only lists the topics to run. If it is empty, all topics run.
	Only []string
	// Progress is called before each step with a description of the step. It may be nil.
	Progress func(text string)
	// When Hurry is closed, the run stops deleting its objects and reports the remaining ones. It may be nil.
	Hurry <-chan struct{}
}

// topic is a group of related habits, such as those that concern lists. The probe guide has a section for each topic, with the topic's name
// as the heading.
type topic struct {
	name string
	// writes is true if the topic runs only with Options.Write.
	writes bool
	// always is true if other topics need the results of this one, so it runs even if Options.Only does not contain it.
	always bool
	probe  func(ctx context.Context, r *run)
}

// topics returns all topics in the order in which they run.
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

// run is the state of one run: its observations so far, and the objects that it has created.
type run struct {
	Options
	// scheme is the authorization scheme that the engine accepts, such as Bearer. "" means the scheme from the client's configuration.
	scheme string
	// limit is the maximum number of requests, and sent is the number of requests so far.
	limit, sent int
	counts      map[string]*count // by habit
	route       route
	ledger      ledger
	facts       Facts
	// pages contains the objects on the first page of each kind's list.
	pages map[string][]map[string]any
	// examples contains an object of each kind with the fields from objects.json. minimal contains objects with the required fields only.
	// In both, the object is nil if the engine rejects it.
	examples map[string]*object
	minimal  map[string]*object
	// rejected describes the parts of objects.json that the engine rejected. A test checks that it is empty.
	rejected []string
	// err is the first error. After an error, the run sends no requests and records no observations until cleanUp resets err.
	err error
}

// Run probes an engine and returns its findings. An error means that the run stopped early, for example because the credentials are
// invalid or ctx has ended. Run deletes its objects even then, and the report contains the findings so far and the objects that are left.
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
			return nil // The habits of the remaining topics stay unknown.
		}
		if r.err != nil {
			return fmt.Errorf("%s: %w", t.name, r.err)
		}
	}
	return nil
}

// wants reports whether Options.Only allows a topic to run.
func (r *run) wants(t topic) bool {
	return t.always || len(r.Only) == 0 || slices.Contains(r.Only, t.name)
}

func (r *run) progress(text string) {
	if r.Progress != nil {
		r.Progress(text)
	}
}
