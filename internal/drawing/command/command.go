// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command implements the draw subcommand. It renders the dashboards and alerts of a Terraform plan or state as SVG files and HTML
// pages.
//
// Start reading at Command. plan.go finds the dashboards, tabs, widgets and alerts, and compare.go determines what the plan changes.
// data.go reads recorded data. Without recorded data, hints.go and sample.go generate sample data. gallery.go renders the pictures, and
// files.go writes the files. The package imports the other packages of drawing, alerting, base/planfile and base/newfile.
package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

const long = `
Draws the dashboards and alerts of a plan or a state, without an engine. The command writes an SVG file for each tab and each alert, an
HTML page for each dashboard, and index.html, which links to all of them.

  terraform plan -out plan && terraform show -json plan > plan.json
  terraform-provider-engine draw -plan plan.json -out pictures -series day.csv

Without -series, the pictures show sample data, and are marked accordingly.

The exit status is 0 if all alerts could run; 1 if an alert had the status misconfigured or error; 2 for an invalid command line or files
that can't be read or written.`

type settings struct {
	plan, before, out string
	series            []string
	metadata          string
	theme             chart.Theme
	width             int
	now               time.Time
	nowGiven          bool
	zone              *time.Location
	json, markdown    bool
}

// Command returns the draw subcommand.
func Command() *cobra.Command {
	set := settings{theme: chart.Light(), width: sheet.DefaultWidth, now: time.Now().UTC().Truncate(time.Second)}
	cmd := &cobra.Command{
		Use:               "draw -plan PLAN.json -out DIRECTORY [options]",
		Short:             "draws the dashboards and alerts of a plan",
		Long:              long,
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              commandline.Interruptible(set.run),
	}
	set.addFlags(cmd)
	return cmd
}

// run renders the pictures and prints the list of files.
func (set *settings) run(ctx context.Context, cmd *cobra.Command) error {
	if set.plan == "" || set.out == "" {
		return commandline.UsageError(errors.New("-plan and -out are needed"))
	}
	if set.json && set.markdown {
		return commandline.UsageError(errors.New("-json and -markdown exclude each other"))
	}
	g, err := set.draw(ctx, progress.New(cmd.ErrOrStderr()))
	if err != nil {
		return commandline.Exit(commandline.Unusable, err)
	}
	for _, line := range g.source.warnings {
		commandline.Say(cmd, "%s", line)
	}
	if err := g.report(cmd.OutOrStdout()); err != nil {
		return commandline.Exit(commandline.Unusable, err)
	}
	status := commandline.Success
	for _, o := range g.contents.after.alerts {
		if o.outcome.Statuses[rehearsal.Misconfigured]+o.outcome.Statuses[rehearsal.Error] > 0 {
			commandline.Say(cmd, "%s had the status %s: it %s", o.address, o.outcome.WorstStatus, o.outcome.Summary)
			status = commandline.Unwanted
		}
	}
	return commandline.Exit(status, nil)
}

// draw reads the plan and the data, and writes all files.
func (set *settings) draw(ctx context.Context, p *progress.Line) (*gallery, error) {
	defer p.Clear()
	p.Say("reading %s", strings.Join(slices.Concat([]string{set.plan}, set.series), ", "))
	contents, err := set.readContents(ctx)
	if err != nil {
		return nil, err
	}
	if contents.before.isEmpty() && contents.after.isEmpty() {
		return nil,
			fmt.Errorf("%s has no dashboard, no widget and no alert; it must be the output of terraform show -json for a plan or a state", set.plan)
	}
	g := &gallery{settings: *set, contents: contents, names: map[string]int{}, progress: p}
	if g.source, err = set.load(ctx, contents); err != nil {
		return nil, err
	}
	if err := g.renderAll(ctx); err != nil {
		return nil, err
	}
	return g, g.write()
}

func (set *settings) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&set.plan, "plan", "", "`file` with a plan or a state, as printed by terraform show -json")
	flags.StringVar(&set.out, "out", "", "`directory` for the files; it is created if it does not exist")
	flags.StringVar(&set.before, "before", "", "`file` with an earlier state or plan to compare with (default: the plan's prior state)")
	flags.StringArrayVar(&set.series, "series", nil, "`file` with data, CSV or JSON; may be repeated (default: sample data)")
	flags.StringVar(&set.metadata, "metadata", "", "JSON `file` with the values of METADATA items: {\"ASSET\": {\"FIELD\": value}}")
	flags.Func("theme", "`theme` of the SVG files, light or dark (default: light)", set.readTheme)
	flags.Func("width", fmt.Sprintf("width of a tab in `pixels`, %d to %d (default: %d); in a comparison, each of the two pictures has 5/8 of it",
		minWidth, maxWidth, sheet.DefaultWidth), set.readWidth)
	flags.Func("now", "`time` to use as \"now\" in time ranges, such as 2026-01-05T08:00:00Z (default: the current time)", set.readNow)
	commandline.Zone(cmd, &set.zone)
	flags.BoolVar(&set.json, "json", false, "print JSON: the files, and the statuses of the alerts")
	flags.BoolVar(&set.markdown, "markdown", false, "print Markdown, for a pull request")
	commandline.Choices(cmd, "theme", "light", "dark")
	commandline.Directories(cmd, "out")
	commandline.NoFiles(cmd, "width", "now")
}

func (set *settings) readTheme(name string) error {
	theme, ok := chart.ThemeByName(name)
	if !ok {
		return errors.New("it has to be light or dark")
	}
	set.theme = theme
	return nil
}

// The limits of -width. In a narrower picture, widgets that span only a few columns would be illegible.
const minWidth, maxWidth = 600, 4000

func (set *settings) readWidth(text string) (err error) {
	if set.width, err = strconv.Atoi(text); err != nil || set.width < minWidth || set.width > maxWidth {
		return fmt.Errorf("it has to be a number from %d to %d", minWidth, maxWidth)
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
