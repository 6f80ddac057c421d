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
	// MaxReadRequests is the maximum number of requests in a run that only reads.
	MaxReadRequests = 60
	// ObjectCount is the number of objects that a run with Options.Write makes, unless the engine rejects some of them or
	// responses get lost.
	ObjectCount = 20
	// maxWriteRequests bounds a run with Options.Write. Most of them would read long lists.
	maxWriteRequests = 20_000
)

// Options are the settings of a run.
type Options struct {
	Client *engine.Client
	// Write lets the run make, change and delete objects. Without it, the run sends only GET requests.
	Write bool
	// Only names the topics to ask about. If it is empty, the run asks about all.
	Only []string
	// Progress is called with what the run does next. It may be nil.
	Progress func(text string)
	// Hurry ends the deletion of the run's objects when it is closed. It may be nil.
	Hurry <-chan struct{}
}

// topic is one subject, such as lists. Its name is also the end of the address of a section in the guide "probe".
type topic struct {
	name string
	// writes is true if the topic needs objects that the run may change.
	writes bool
	// always is true if other topics need what this one finds out, so that Options.Only cannot leave it out.
	always bool
	ask    func(ctx context.Context, r *run)
}

// topics returns all topics in the order in which a run asks about them.
func topics() []topic {
	return []topic{
		{name: "paths", always: true, ask: askPaths},
		{name: "lists", always: true, ask: askLists},
		{name: "delays", writes: true, always: true, ask: askDelays},
		{name: "objects", writes: true, always: true, ask: makeExamples},
		{name: "deployment", ask: askDeployment},
		{name: "documents", ask: askDocuments},
		{name: "limits", writes: true, ask: askLimits},
		{name: "defaults", writes: true, ask: askDefaults},
		{name: "clearing", writes: true, ask: askClearing},
		{name: "elements", writes: true, ask: askElements},
	}
}

// Topics returns the names of all topics.
func Topics() []string {
	var names []string
	for _, t := range topics() {
		names = append(names, t.name)
	}
	return names
}

// run is the state of one run: what it knows of the engine so far, what it saw, and what it made.
type run struct {
	Options
	// scheme is the word before the credentials that the engine accepts. "" means the client's own.
	scheme string
	// limit is the maximum number of requests, and sent is the number of those that were sent.
	limit, sent int
	counts      map[string]*count
	route       route
	ledger      ledger
	facts       Facts
	// pages are the first pages of the lists by kind.
	pages map[string][]map[string]any
	// examples has one object of each kind (objects.json), plains one with the required fields only. A kind that the engine rejects has
	// nil.
	examples map[string]*object
	plains   map[string]*object
	// rejected lists the parts of objects.json that the engine rejected.
	rejected []string
	// err is the first error. After it, the run sends no request until it deletes its objects, and sees nothing.
	err error
}

// Run probes an engine. The error is the reason why it stopped early, for example that the credentials are invalid or that ctx ended. Run
// then still deletes what it made, and the report contains what it knows and what is left.
func Run(ctx context.Context, options Options) (*Report, error) {
	r := newRun(options)
	err := r.askTopics(ctx)
	if options.Write {
		r.progress("deletion of all objects")
	}
	left := r.clean(ctx)
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

func (r *run) askTopics(ctx context.Context) error {
	for _, t := range topics() {
		if !r.wants(t) || t.writes && !r.Write {
			continue
		}
		r.progress(t.name)
		t.ask(ctx, r)
		var spent *spentError
		if errors.As(r.err, &spent) {
			return nil // What was not asked stays unknown.
		}
		if r.err != nil {
			return fmt.Errorf("%s: %w", t.name, r.err)
		}
	}
	return nil
}

// wants reports whether the run asks about a topic, if it may write.
func (r *run) wants(t topic) bool {
	return t.always || len(r.Only) == 0 || slices.Contains(r.Only, t.name)
}

func (r *run) progress(text string) {
	if r.Progress != nil {
		r.Progress(text)
	}
}
