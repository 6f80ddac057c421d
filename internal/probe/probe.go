// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// MostReadRequests is the largest number of requests of a run that only reads.
const MostReadRequests = 60

// Options are the settings of a run.
type Options struct {
	Client *engine.Client
	// Write lets the run make, change and delete objects. Without it, the run sends only GET requests.
	Write bool
	// Only names the topics to ask about. If it is empty, the run asks about all.
	Only []string
	// Progress is told what the run does next. It may be nil.
	Progress func(text string)
}

// topic is one subject, such as paths. Its name is also the end of the address of a section in the guide "probe".
type topic struct {
	name string
	// writes is true if the topic needs objects that the run may change.
	writes bool
	// always is true if other topics need what this one finds out, so that Options.Only cannot leave it out.
	always bool
	ask    func(ctx context.Context, r *run) error
}

// topics returns all topics in the order in which a run asks about them.
func topics() []topic {
	return []topic{
		{name: "paths", always: true, ask: askPaths},
		{name: "lists", always: true, ask: askLists},
		{name: "delays", writes: true, always: true, ask: askDelays},
		{name: "objects", writes: true, always: true, ask: askObjects},
		{name: "replies", ask: askReplies},
		{name: "deployment", ask: askDeployment},
		{name: "deletion", writes: true, ask: askDeletion},
		{name: "documents", ask: askDocuments},
		{name: "creates", writes: true, ask: askCreates},
		{name: "updates", writes: true, ask: askUpdates},
		{name: "tags", writes: true, ask: askTags},
		{name: "limits", writes: true, ask: askLimits},
		{name: "defaults", writes: true, ask: askDefaults},
		{name: "clearing", writes: true, ask: askClearing},
		{name: "values", writes: true, ask: askValues},
		{name: "elements", writes: true, ask: askElements},
		{name: "words", writes: true, ask: askWords},
		{name: "bounds", writes: true, ask: askBounds},
		{name: "failures", writes: true, ask: askFailures}, // The last topic: it counts the writes of all others.
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
	door     *door
	verdicts verdicts
	route    route
	listing  listing
	cast     cast
	findings []string
	facts    Facts
	// plains has the objects of plain by kind. A kind that the engine refuses has nil.
	plains map[string]*plainObject
}

// Run asks an engine. The error says why it stopped early, for example that the credentials are wrong or that ctx ended. Run then still
// deletes what it made, and the report says what it knows and what is left. The report is nil if Options.Only is wrong.
func Run(ctx context.Context, options Options) (*Report, error) {
	if err := CheckTopics(options.Only); err != nil {
		return nil, err
	}
	r := newRun(options)
	if !options.Write {
		r.door.limit = MostReadRequests
	}
	err := r.askTopics(ctx)
	if options.Write {
		r.progress("deletion of all objects")
	}
	left := r.clean(ctx)
	r.seeWaits()
	r.seeFailedWrites()
	report := r.report()
	report.Left, report.Requests = left, r.door.sent
	return report, err
}

func newRun(options Options) *run {
	r := &run{Options: options, door: &door{client: options.Client, limit: -1}}
	r.verdicts.counts = map[string]*count{}
	return r
}

func (r *run) askTopics(ctx context.Context) error {
	for _, t := range topics() {
		if !r.wants(t) || t.writes && !r.Write {
			continue
		}
		r.progress(t.name)
		err := t.ask(ctx, r)
		var spent *spentError
		if errors.As(err, &spent) {
			return nil // What was not asked stays untold.
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

// find notes something that the provider does not expect of an engine and that no habit names.
func (r *run) find(text string) { r.findings = append(r.findings, text) }

// wants reports whether the run asks about a topic, if it may write.
func (r *run) wants(t topic) bool {
	return t.always || len(r.Only) == 0 || slices.Contains(r.Only, t.name)
}

func (r *run) progress(text string) {
	if r.Progress != nil {
		r.Progress(text)
	}
}

// CheckTopics returns an error if there is no topic with one of these names.
func CheckTopics(only []string) error {
	for _, name := range only {
		if !slices.Contains(Topics(), name) {
			return fmt.Errorf("there is no topic %q; there are %s", name, strings.Join(Topics(), ", "))
		}
	}
	return nil
}
