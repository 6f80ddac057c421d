// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command implements the rehearse subcommand, which runs all alerts in a Terraform plan on recorded data and prints the results as
// a table or as JSON.
//
// Start reading at Command. The file plan.go finds the alerts before and after the planned changes, report.go prints the results, and
// junit.go writes a JUnit report for CI systems. The package imports rehearsal and series. It reads the output of terraform show -json.
package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
)

const long = `
Runs the conditions of all alerts of a plan on recorded data, without an engine, and reports which would have fired, when, and how often.

  terraform plan -out plan && terraform show -json plan > plan.json
  terraform-provider-engine rehearse -plan plan.json -series day.csv -must-fire 'module.pumps.*'

The exit status is 0 if all is as wanted; 1 if an alert had a status that -fail-on lists, or if an alert that matches -must-fire did not fire;
2 for an invalid command line or files that can't be read.`

// maxPoints is the maximum total number of points in the series files. It limits memory use.
const maxPoints = 50_000_000

type settings struct {
	plan       string
	series     []string
	metadata   string
	start, end *time.Time
	zone       *time.Location
	json       bool
	failOn     []string
	mustFire   []string
	before     string // file name
	maxFired   *int
	markdown   bool
	junit      string // file name
}

// Command returns the rehearse subcommand.
func Command() *cobra.Command {
	set := settings{failOn: []string{rehearsal.Misconfigured, rehearsal.Error}}
	cmd := &cobra.Command{
		Use:               "rehearse -plan PLAN.json -series FILE [options]",
		Short:             "runs the alerts of a plan on recorded data",
		Long:              long,
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              commandline.Interruptible(set.run),
	}
	set.addFlags(cmd)
	return cmd
}

// run rehearses the alerts and prints the results.
func (set *settings) run(ctx context.Context, cmd *cobra.Command) error {
	if err := set.check(); err != nil {
		return commandline.UsageError(err)
	}
	results, doubts, err := set.rehearse(ctx, progress.New(cmd.ErrOrStderr()))
	if err != nil {
		return commandline.Exit(commandline.Unusable, err)
	}
	for _, line := range doubts {
		commandline.Say(cmd, "%s", line)
	}
	if err := set.report(cmd.OutOrStdout(), results); err != nil {
		return commandline.Exit(commandline.Unusable, err)
	}
	violations := set.violations(results)
	for _, u := range violations {
		commandline.Say(cmd, "%s", u.message)
	}
	if err := set.writeJUnit(results, violations); err != nil {
		return commandline.Exit(commandline.Unusable, err)
	}
	if len(violations) > 0 {
		return commandline.Exit(commandline.Unwanted, nil)
	}
	return nil
}

func (set *settings) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&set.plan, "plan", "", "`file` with the plan, or the state, as terraform show -json prints it; - for standard input")
	flags.StringVar(&set.before, "before", "", "`file` with an earlier state or plan, to compare with (default: what the plan changes)")
	flags.StringArrayVar(&set.series, "series", nil, "`file` with data, CSV or JSON; may be repeated")
	flags.StringVar(&set.metadata, "metadata", "", "JSON `file` with the values of METADATA items: {\"ASSET\": {\"FIELD\": value}}")
	flags.Func("start", "`time` after which alerts run, such as 2026-01-05T08:00:00Z (default: that of the first point)", readTime(&set.start))
	flags.Func("end", "`time` up to which alerts run (default: until each alert has seen the last point)", readTime(&set.end))
	commandline.Zone(cmd, &set.zone)
	flags.BoolVar(&set.json, "json", false, "print JSON, with all changes of status")
	flags.Func("fail-on", "`statuses`, separated by commas, that make the exit status 1; none for no status "+
		"(default: misconfigured,error)", set.readFailOn)
	flags.StringArrayVar(&set.mustFire, "must-fire", nil, "`glob` of addresses, such as 'module.pumps.*': each such alert has to fire, "+
		"and there has to be one; may be repeated")
	flags.Func("max-fired", "`number` of times that each alert may fire at most (default: any)", set.readMaxFired)
	flags.BoolVar(&set.markdown, "markdown", false, "print Markdown, for a pull request")
	flags.StringVar(&set.junit, "junit", "", "`file` for a JUnit report, with a test case for each alert; it is replaced")
	commandline.ChoiceList(cmd, "fail-on", noStatus, rehearsal.Statuses()...)
	commandline.NoFiles(cmd, "start", "end", "must-fire", "max-fired")
}

// check returns an error for missing required flags and for flags that contradict each other.
func (set *settings) check() error {
	switch {
	case set.plan == "" || len(set.series) == 0:
		return errors.New("-plan and -series are needed")
	case set.start != nil && set.end != nil && !set.start.Before(*set.end):
		return errors.New("-end has to be after -start")
	case set.json && set.markdown:
		return errors.New("-json and -markdown exclude each other")
	}
	return nil
}

func (set *settings) readMaxFired(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("it has to be an integer that is not negative")
	}
	set.maxFired = &n
	return nil
}

// noStatus is a value for -fail-on. With this value, the command succeeds whatever the statuses are.
const noStatus = "none"

func (set *settings) readFailOn(text string) error {
	set.failOn = nil
	if text == noStatus {
		return nil
	}
	for status := range strings.SplitSeq(text, ",") {
		if err := commandline.CheckName("status", status, append(rehearsal.Statuses(), noStatus)); err != nil {
			return err
		}
		if status == noStatus {
			return errors.New("none cannot stand with other statuses")
		}
		set.failOn = append(set.failOn, status)
	}
	return nil
}

func readTime(at **time.Time) func(string) error {
	return func(text string) error {
		parsed, ok := instant.Parse(text)
		if !ok {
			return errors.New("it has to be an ISO 8601 time")
		}
		*at = &parsed.Time
		return nil
	}
}

// maxUnmatched limits the number of warnings about alert items without data. The series files may lack data for many alerts.
const maxUnmatched = 10

// rehearse runs all alerts in the plan. It also returns warnings (doubts) about series that no alert reads and alert items that have no
// data.
func (set settings) rehearse(ctx context.Context, p *progress.Line) (results []alertResult, doubts []string, err error) {
	alerts, err := set.readPlan(ctx)
	if err != nil {
		return nil, nil, err
	}
	metadata, err := series.LoadMetadata(ctx, set.metadata)
	if err != nil {
		return nil, nil, err
	}
	p.Say("reading %s", strings.Join(set.series, ", "))
	data, err := series.Load(ctx, maxPoints, set.series...)
	if err != nil {
		return nil, nil, err
	}
	recording := rehearsal.NewRecording(data)
	if !recording.HasData {
		return nil, nil, fmt.Errorf("no data points in %s", strings.Join(set.series, ", "))
	}
	recording.Metadata, recording.Location, recording.End = metadata, set.zone, set.end
	if set.start != nil {
		recording.Start = *set.start
	}
	unread, unmatched := maps.Clone(data), []string{}
	for i, a := range alerts {
		p.Say("rehearsing %d of %d: %s", i+1, len(alerts), a.address)
		result := alertResult{
			Address: a.address, Change: a.change, Statuses: map[string]int{}, Problems: []string{}, Unmatched: []string{}, Changes: []change{},
		}
		if a.before != nil {
			timeline, err := recording.Rehearse(ctx, a.before.MarkedAttributes(rehearsal.NotKnown, rehearsal.MarkSensitive))
			if err != nil {
				return nil, nil, fmt.Errorf("%s, before: %w", a.address, err)
			}
			result.FiredBefore = new(timeline.FiredCount())
		}
		if a.after == nil {
			results = append(results, result)
			continue
		}
		timeline, err := recording.Rehearse(ctx, a.after.MarkedAttributes(rehearsal.NotKnown, rehearsal.MarkSensitive))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", a.address, err)
		}
		for _, key := range timeline.Alert.Reads() {
			delete(unread, key)
		}
		for _, line := range timeline.Unmatched {
			unmatched = append(unmatched, a.address+": "+line)
		}
		result.add(timeline)
		results = append(results, result)
	}
	p.Clear()
	if len(unread) > 0 {
		var names []string
		for key := range unread {
			names = append(names, key.String())
		}
		doubts = append(doubts, "no alert reads these series: "+rehearsal.First(names))
	}
	doubts = append(doubts, unmatched[:min(len(unmatched), maxUnmatched)]...)
	if more := len(unmatched) - maxUnmatched; more > 0 {
		doubts = append(doubts, "the data lacks what "+document.Count(more, "other item")+" would read")
	}
	return results, doubts, nil
}

// finding is a reason for exit status 1. address is empty if the finding is not about a single alert.
type finding struct{ address, message string }

// violations returns all violations of -fail-on, -max-fired and -must-fire. A rehearsal in which no alert ran violates -fail-on too,
// because it proves nothing.
func (set settings) violations(results []alertResult) (all []finding) {
	add := func(address, format string, args ...any) {
		all = append(all, finding{address, address + fmt.Sprintf(format, args...)})
	}
	runs := 0
	for _, r := range results {
		runs += r.Runs
		for _, status := range set.failOn {
			if r.Statuses[status] > 0 {
				add(r.Address, " had the status %s: it %s", status, r.Summary)
			}
		}
		if set.maxFired != nil && r.Fired > *set.maxFired {
			add(r.Address, " exceeds -max-fired %d (fired: %d): it %s", *set.maxFired, r.Fired, r.Summary)
		}
	}
	if runs == 0 && len(set.failOn) > 0 {
		add("", "no alert ran, so this rehearsal proves nothing")
	}
	for _, pattern := range set.mustFire {
		found, glob := false, commandline.Glob(pattern)
		for _, r := range results {
			if r.Change != removed && glob.MatchString(r.Address) {
				found = true
				if r.Fired == 0 {
					add(r.Address, " had to fire, but it %s", r.Summary)
				}
			}
		}
		if !found {
			add("", "no alert of the plan has an address that matches -must-fire %q", pattern)
		}
	}
	return all
}
