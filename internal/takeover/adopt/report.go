// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// report is the output of adopt, printed as text or, with -json, as JSON. Its fields are described in the guide "The command line".
type report struct {
	Directory   string           `json:"folder"`
	Written     bool             `json:"written"`
	Files       []writtenFile    `json:"files"`
	Read        map[string]int   `json:"read"` // by kind
	Imported    []importedObject `json:"imported"`
	Skipped     []omittedObject  `json:"skipped"` // objects that are already declared; Reason says where
	LeftOut     []omittedObject  `json:"left_out"`
	Gone        []goneObject     `json:"gone"`
	Secrets     []string         `json:"secrets"`
	Warnings    []string         `json:"warnings"`
	UnknownKeys int              `json:"unknown_keys"`

	kinds []catalog.Object
	all   bool
}

type writtenFile struct {
	Path string `json:"path"`
	Text string `json:"text,omitempty"` // only with -dry-run
}

type importedObject struct {
	Address string `json:"address"`
	Kind    string `json:"kind"`
	ID      string `json:"id"`
	Name    string `json:"name,omitempty"`
	Changes bool   `json:"changes"` // whether the plan adds keys that the import does not return
}

// goneObject is a resource in adopt.map.json whose object no longer exists in the engine.
type goneObject struct {
	Address string `json:"address"`
	ID      string `json:"id"`
}

func newReport(set settings, kinds []catalog.Object) report {
	return report{
		Directory: set.dir, Written: !set.dryRun, kinds: kinds, all: set.all, Read: map[string]int{}, Files: []writtenFile{}, Secrets: []string{},
		Imported: []importedObject{}, Skipped: []omittedObject{}, LeftOut: []omittedObject{}, Gone: []goneObject{}, Warnings: []string{},
	}
}

func (r *report) print(stdout io.Writer, asJSON bool) error {
	if asJSON {
		return document.Print(stdout, r)
	}
	_, err := io.WriteString(stdout, r.text())
	return err
}

const maxLines = 20

func (r *report) text() string {
	var text strings.Builder
	say := func(format string, arguments ...any) {
		text.WriteString(document.VisibleLines(fmt.Sprintf(format, arguments...)) + "\n")
	}
	list := func(title string, lines []string) {
		if len(lines) > 0 {
			say("\n%s\n  %s", title, document.First(lines, maxLines, "\n  "))
		}
	}
	say("%s", r.counts())
	if len(r.Skipped) > 0 {
		list(fmt.Sprintf("New %s:", thousands(len(r.Imported))),
			each(r.Imported, func(o importedObject) string { return o.Address + ": " + describe(o.Kind, o.Name, o.ID) }))
		say("\n%s", r.skippedLine())
	}
	files := document.First(each(r.Files, func(f writtenFile) string { return f.Path }), maxLines, ", ")
	switch {
	case len(r.Files) == 0:
		say("There is nothing to write.")
	case r.Written:
		say("Wrote to %s: %s.", r.Directory, files)
	default:
		say("Would write to %s: %s.", r.Directory, files)
	}
	switch {
	case r.UnknownKeys > 0 && r.all:
		say("Keys that the provider does not know, written as extra: %s. The apply only adds them to the state.", thousands(r.UnknownKeys))
	case r.UnknownKeys > 0:
		say("Keys that the provider does not know, not written: %s. The engine keeps them; -all writes them as extra.", thousands(r.UnknownKeys))
	}
	list("In the map, but no longer in the engine. If they were deleted on purpose, remove them from the configuration:",
		each(r.Gone, func(g goneObject) string { return g.Address + " (" + document.Visible(g.ID) + ")" }))
	list("Secrets that only the engine knows. The configuration does not declare them, so they stay unchanged:", r.Secrets)
	list("Warnings that every plan will show:", r.Warnings)
	list("Left out, see "+unfitFile+":", r.reasons())
	changes := 0
	for _, o := range r.Imported {
		if o.Changes {
			changes++
		}
	}
	last := fmt.Sprintf("%s to import, %s to change", thousands(len(r.Imported)), thousands(changes))
	if len(r.LeftOut) > 0 {
		last += fmt.Sprintf(", %s left out", thousands(len(r.LeftOut)))
	}
	say("\n%s", last)
	return text.String()
}

func (r *report) reasons() []string {
	return each(r.LeftOut, func(u omittedObject) string { return describe(u.Kind, u.Name, u.ID) + ": " + u.Reason })
}

// withReasons adds the objects that adopt left out, and the reasons, to an error message. Leaving them out may have caused the error.
func (r *report) withReasons(err error) error {
	if lines := r.reasons(); len(lines) > 0 {
		return fmt.Errorf("%w. Left out:\n  %s", err, document.First(lines, maxLines, "\n  "))
	}
	return err
}

// skippedLine returns a summary of the objects that adopt skipped, by reason, such as "Skipped 1: 1 in import blocks of the directory".
func (r *report) skippedLine() string {
	counts := map[string]int{}
	for _, s := range r.Skipped {
		counts[s.Reason]++
	}
	places := each(slices.Sorted(maps.Keys(counts)), func(place string) string { return thousands(counts[place]) + " " + place })
	return fmt.Sprintf("Skipped %s: %s.", thousands(len(r.Skipped)), strings.Join(places, ", "))
}

func (r *report) counts() string {
	total := 0
	var some []string
	for _, kind := range r.kinds {
		n, noun := r.Read[kind.Name], kind.Plural
		if n == 1 {
			noun = kind.Name
		}
		if n > 0 {
			some = append(some, thousands(n)+" "+noun)
		}
		total += n
	}
	if total == 0 {
		return "Read no objects."
	}
	noun := "objects"
	if total == 1 {
		noun = "object"
	}
	return fmt.Sprintf("Read %s %s: %s.", thousands(total), noun, strings.Join(some, ", "))
}

func each[T any](values []T, line func(value T) string) (lines []string) {
	for _, value := range values {
		lines = append(lines, line(value))
	}
	return lines
}

func thousands(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// warningList maps each warning to the addresses of the resources that cause it.
type warningList map[string][]string

func (w warningList) add(address string, warnings []string) {
	for _, warning := range warnings {
		w[warning] = append(w[warning], address)
	}
}

// lines returns one line per distinct warning, most frequent first. Each line names the first resource with that warning.
func (w warningList) lines() []string {
	all := slices.SortedFunc(maps.Keys(w), func(a, b string) int { return cmp.Or(len(w[b])-len(w[a]), strings.Compare(a, b)) })
	for i, warning := range all {
		who := w[warning][0]
		if more := len(w[warning]) - 1; more > 0 {
			who += fmt.Sprintf(" and %s more", thousands(more))
		}
		all[i] = who + ": " + warning
	}
	return all
}
