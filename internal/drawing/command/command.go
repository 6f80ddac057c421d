// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command is the draw subcommand: it draws the dashboards and alerts of a plan or a state as SVG files and HTML pages.
//
// Start reading at Run. plan.go finds dashboards, tabs, widgets and alerts, data.go finds the values that they show, and files.go writes
// the files.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

const usage = `Usage: draw -plan PLAN.json -out FOLDER [options]

Draws the dashboards and alerts of a plan or a state, without an engine. For each dashboard it writes an SVG file per tab and an HTML
page, for each alert an SVG file, and index.html with links to all of them.

  terraform plan -out plan && terraform show -json plan > plan.json
  terraform-provider-engine draw -plan plan.json -out pictures -series day.csv

Without -series, the pictures show sample data and say so.

The exit status is 0 when all alerts could run; 1 when an alert had the status misconfigured or error; 2 for a wrong command line or
files that can't be read or written.

Options:
`

// These exit statuses have the same meaning as in the rehearse subcommand.
const (
	exitUnwanted = 1
	exitUsage    = 2
)

type settings struct {
	plan, before, out string
	series            []string
	metadata          string
	theme             chart.Theme
	width             int
	now               time.Time
	nowGiven          bool
	zone              *time.Location
	json              bool
}

// Run runs the draw subcommand and returns its exit status. args begin after the word draw.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	say := func(line string) { _, _ = fmt.Fprintf(stderr, "draw: %s\n", document.VisibleLines(line)) }
	set, err := parseArguments(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		say(err.Error())
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	result, err := set.draw(ctx, progress.New(stderr))
	if err != nil {
		say(err.Error())
		return exitUsage
	}
	for _, line := range result.doubts {
		say(line)
	}
	if err := set.report(stdout, result); err != nil {
		say(err.Error())
		return exitUsage
	}
	status := 0
	for _, a := range result.alerts {
		if a.counts[rehearsal.Misconfigured]+a.counts[rehearsal.Error] > 0 {
			say(fmt.Sprintf("%s had the status %s: it %s", a.address, a.worst(), a.summary))
			status = exitUnwanted
		}
	}
	return status
}

func parseArguments(args []string, stderr io.Writer) (settings, error) {
	set := settings{zone: time.UTC, theme: chart.Light(), width: sheet.UsualWidth, now: time.Now().UTC().Truncate(time.Second)}
	flags := flag.NewFlagSet("draw", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller prints errors.
	flags.StringVar(&set.plan, "plan", "", "`file` with the plan, or the state, as terraform show -json prints it")
	flags.StringVar(&set.out, "out", "", "`folder` for the files; it is made if it is missing")
	flags.StringVar(&set.before, "before", "", "`file` with an earlier state or plan, to draw before and after next to each other")
	flags.Func("series", "`file` with data, CSV or JSON; may be repeated (default: sample data)", func(file string) error {
		set.series = append(set.series, file)
		return nil
	})
	flags.StringVar(&set.metadata, "metadata", "", "JSON `file` with the values of METADATA items: {\"ASSET\": {\"FIELD\": value}}")
	flags.Func("theme", "light or dark (default: light)", set.readTheme)
	flags.Func("width", fmt.Sprintf("`pixels` of a tab from left to right, %d to %d (default: %d); with -before, each of two has 5/8 of it",
		leastWidth, mostWidth, sheet.UsualWidth), set.readWidth)
	flags.Func("now", "`time` that \"now\" means in time ranges, such as 2026-01-05T08:00:00Z (default: the clock)", set.readNow)
	flags.Func("timezone", "time `zone` of cron schedules, such as Europe/Berlin (default: UTC)", set.readZone)
	flags.Func("format", "text or json: how the files are listed (default: text)", func(format string) error {
		if set.json = format == "json"; !set.json && format != "text" {
			return errors.New("it has to be text or json")
		}
		return nil
	})
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
	}
	switch {
	case err != nil:
		return set, err
	case flags.NArg() > 0:
		return set, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case set.plan == "" || set.out == "":
		return set, errors.New("-plan and -out are needed; -help says more")
	}
	return set, nil
}

func (set *settings) readTheme(name string) error {
	theme, ok := chart.Themed(name)
	if !ok {
		return errors.New("it has to be light or dark")
	}
	set.theme = theme
	return nil
}

// The limits of -width. In a narrower picture, a widget of a few columns has no room.
const leastWidth, mostWidth = 600, 4000

func (set *settings) readWidth(text string) (err error) {
	if set.width, err = strconv.Atoi(text); err != nil || set.width < leastWidth || set.width > mostWidth {
		return fmt.Errorf("it has to be a number from %d to %d", leastWidth, mostWidth)
	}
	return nil
}

func (set *settings) readNow(text string) error {
	parsed, ok := instant.Parse(text)
	if !ok || parsed.Year() < 1800 || parsed.Year() > 2200 {
		return errors.New("it has to be an ISO 8601 time")
	}
	set.now, set.nowGiven = parsed.UTC(), true
	return nil
}

func (set *settings) readZone(name string) (err error) {
	if name == "" || name == "Local" {
		return errors.New("it has to be a name of the IANA database")
	}
	set.zone, err = time.LoadLocation(name)
	return err
}

type result struct {
	files  []file
	alerts []drawnAlert
	doubts []string
}

func (set settings) draw(ctx context.Context, p *progress.Line) (result, error) {
	defer p.Clear()
	p.Say("reading %s", strings.Join(slices.Concat([]string{set.plan}, set.series), ", "))
	after, err := readEstate(set.plan)
	if err != nil {
		return result{}, err
	}
	before := &estate{}
	if set.before != "" {
		if before, err = readEstate(set.before); err != nil {
			return result{}, err
		}
	}
	if len(after.dashboards)+len(after.alerts)+len(before.dashboards)+len(before.alerts) == 0 {
		return result{},
			fmt.Errorf("%s has no dashboard, no widget and no alert; it has to be what terraform show -json prints of a plan or a state", set.plan)
	}
	source, doubts, err := set.load(ctx, before, after)
	if err != nil {
		return result{}, err
	}
	a := &artist{set: set, charts: chart.NewDrawer(), source: source, names: map[string]bool{}, progress: p}
	if err := a.drawAll(ctx, before, after); err != nil {
		return result{}, err
	}
	if err := a.write(); err != nil {
		return result{}, err
	}
	return result{a.files, a.after.alerts, doubts}, nil
}
