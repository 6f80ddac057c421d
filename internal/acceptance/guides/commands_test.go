// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// commands returns the commands that only the guides' scripts can use. Package script contains the commands for all scripts.
func commands() map[string]func(g *guide, args []string) error {
	return map[string]func(g *guide, args []string) error{
		// "engine HABIT..." sets the engine's habits (deviations from INTERFACE.md) and connects later commands to the engine.
		"engine": func(g *guide, habits []string) error {
			g.isConnected = true
			return g.SetHabits(habits)
		},
		// sh SCRIPT... runs shell scripts.
		"sh":      func(g *guide, scripts []string) error { return g.run(strings.Join(scripts, "\n")) },
		"install": func(g *guide, args []string) error { return g.install(args[0]) },
		"follow":  func(g *guide, files []string) error { return g.follow(files) },
		"follows": func(g *guide, texts []string) error { return g.followed(texts[0]) },
		// "contains PATTERN FILE" checks the last command's output against FILE: it finds all matches of PATTERN in FILE, and fails unless
		// the output contains the first capture group of every match. If a group has the form "a: b ...", the output may contain a and b in
		// different places.
		"contains": (*guide).contains,
		// "received REQUESTS" fails unless REQUESTS lists exactly the writes that the engine has received since "received" was last used.
		// Without an argument, it accepts any writes.
		"received": (*guide).received,
		// "fields REPORT PATTERN PAGE" finds the section of PAGE whose heading matches PATTERN. It fails unless the tables in this section
		// contain exactly the fields of the JSON report.
		"fields": fields,
		// "offer VERSION" makes the provider available to terraform init as this version.
		"offer": func(g *guide, args []string) error { return terraform.Offer(g.Dir, g.program, args[0]) },
	}
}

func (g *guide) contains(args []string) error {
	found := regexp.MustCompile("(?m)"+args[0]).FindAllStringSubmatch(args[1], -1)
	for _, match := range found {
		for content := range strings.SplitSeq(strings.TrimSuffix(match[1], " ..."), ": ") {
			if !strings.Contains(script.OneSpaced(g.Output), content) {
				return fmt.Errorf("no %q", content)
			}
		}
	}
	if len(found) == 0 {
		return errors.New("nothing matches")
	}
	return nil
}

// received implements the command "received", which checks the write requests that the engine has received. The expected requests are lines
// such as "PATCH /path", each followed by a line with the body. In these lines, ID stands for an alert's id.
func (g *guide) received(args []string) error {
	var got, want string
	for _, r := range g.Writes() {
		got += r.Method + " " + r.Path + "\n" + canonical(string(r.Body)) + "\n"
		for _, alert := range g.Objects("alert") {
			got = strings.ReplaceAll(got, fmt.Sprint(alert["id"]), "ID")
		}
	}
	for line := range strings.Lines(strings.Join(args, "")) {
		if !strings.HasPrefix(line, "#") {
			want += canonical(strings.TrimSpace(line)) + "\n"
		}
	}
	g.ClearRequests()
	if len(args) > 0 && got != want {
		return fmt.Errorf("the engine received\n%s", got)
	}
	return nil
}

// canonical formats JSON as document.Encode does, and returns any other string unchanged.
func canonical(content string) string {
	if value, err := document.Decode([]byte(content)); err == nil {
		return document.Encode(value)
	}
	return content
}

func fields(_ *guide, args []string) error {
	var report map[string]any
	if err := json.Unmarshal([]byte(args[0]), &report); err != nil {
		return err
	}
	part := regexp.MustCompile("(?s)\n" + args[1] + "\n.*?\n#").FindString(args[2])
	var names []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[a-z_`, ]+`) \\|").FindAllStringSubmatch(part, -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			names = append(names, strings.Trim(name, "`"))
		}
	}
	if got := slices.Sorted(maps.Keys(report)); !slices.Equal(got, slices.Sorted(slices.Values(names))) {
		return fmt.Errorf("the report has the fields %q, and the guide has %q", got, names)
	}
	return nil
}
