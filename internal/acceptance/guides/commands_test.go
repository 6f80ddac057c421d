// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// commands returns the commands of scripts. An argument that names a file stands for its text.
func commands() map[string]func(*testscript.TestScript, bool, []string) {
	all := map[string]func(*testscript.TestScript, bool, []string){}
	for name, do := range map[string]func(g *guide, args []string) error{
		// engine HABIT... starts an engine, to which the following commands connect.
		"engine": func(g *guide, habits []string) error {
			g.engine = providertest.StartEngine(g, refserver.Options{Habits: habits, Collections: []string{"tag/tags"}})
			return nil
		},
		// sh SCRIPT... runs shell scripts.
		"sh":      func(g *guide, scripts []string) error { return g.run(strings.Join(scripts, "\n")) },
		"install": func(g *guide, args []string) error { return g.install(args[0]) },
		"follow":  func(g *guide, files []string) error { return g.follow(files) },
		"follows": func(g *guide, texts []string) error { return g.followed(texts[0]) },
		// contains PATTERN FILE: the output of the last command has the text of each match in the file, up to " ...".
		"contains": (*guide).contains,
		// seed JSON adds objects to the engine.
		"seed": func(g *guide, args []string) error {
			var objects map[string][]map[string]any
			return errors.Join(document.DecodeInto([]byte(args[0]), &objects), g.engine.Seed(objects))
		},
		// edit JSON changes the alerts in the engine.
		"edit": (*guide).edit,
		// has KIND FIELD VALUE: each object of the kind has this value, written as JSON.
		"has": func(g *guide, args []string) error {
			objects := g.engine.Objects(args[0])
			for _, doc := range objects {
				if got := document.Encode(doc[args[1]]); got != args[2] {
					return fmt.Errorf("%s is %s", args[1], got)
				}
			}
			if len(objects) == 0 {
				return errors.New("there is no such object")
			}
			return nil
		},
		// empty: the engine has no objects.
		"empty": func(g *guide, _ []string) error {
			for kind, objects := range g.engine.Export() {
				if len(objects) > 0 {
					return fmt.Errorf("%d objects of the kind %s are left", len(objects), kind)
				}
			}
			return nil
		},
		// sent REQUESTS: since the last call, the engine has received exactly these writes. Without an argument, any.
		"sent": (*guide).sent,
		// fields REPORT PATTERN PAGE: the report has the fields in the tables of the part of the page that the pattern matches.
		"fields": fields,
		// offer VERSION adds a version of the provider to those that terraform init finds.
		"offer": func(g *guide, args []string) error { return terraform.Offer(g.dir, g.program, args[0]) },
	} {
		all[name] = func(ts *testscript.TestScript, fails bool, args []string) {
			g, _ := ts.Value("guide").(*guide)
			for i, name := range args {
				if info, err := os.Stat(ts.MkAbs(name)); err == nil && info.Mode().IsRegular() {
					args[i] = ts.ReadFile(name)
				}
			}
			err := do(g, args)
			if _, writeErr := fmt.Fprint(ts.Stdout(), g.output); writeErr != nil || (err != nil) != fails {
				ts.Fatalf("%v\n%s", err, g.output)
			}
		}
	}
	return all
}

func (g *guide) contains(args []string) error {
	found := regexp.MustCompile("(?m)"+args[0]).FindAllStringSubmatch(args[1], -1)
	for _, match := range found {
		for content := range strings.SplitSeq(strings.TrimSuffix(match[1], " ..."), ": ") {
			if !strings.Contains(oneSpaced(g.output), content) {
				return fmt.Errorf("no %q", content)
			}
		}
	}
	if len(found) == 0 {
		return errors.New("nothing matches")
	}
	return nil
}

func (g *guide) edit(args []string) error {
	var change map[string]any
	if err := json.Unmarshal([]byte(args[0]), &change); err != nil {
		return err
	}
	for _, alert := range g.engine.Objects("alert") {
		if err := g.engine.Edit("alert", fmt.Sprint(alert["id"]), func(doc map[string]any) { maps.Copy(doc, change) }); err != nil {
			return err
		}
	}
	return nil
}

// sent compares the writes with lines such as "PATCH /path" and, below, the body. ID stands for the id of an alert.
func (g *guide) sent(args []string) error {
	var got, want string
	for _, r := range g.engine.Requests() {
		if r.Method == http.MethodGet {
			continue
		}
		got += r.Method + " " + r.Path + "\n" + canonical(string(r.Body)) + "\n"
		for _, alert := range g.engine.Objects("alert") {
			got = strings.ReplaceAll(got, fmt.Sprint(alert["id"]), "ID")
		}
	}
	for line := range strings.Lines(strings.Join(args, "")) {
		if !strings.HasPrefix(line, "#") {
			want += canonical(strings.TrimSpace(line)) + "\n"
		}
	}
	g.engine.ClearRequests()
	if len(args) > 0 && got != want {
		return fmt.Errorf("the engine received\n%s", got)
	}
	return nil
}

// canonical returns a JSON object in the form of package document, and any other string unchanged.
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
