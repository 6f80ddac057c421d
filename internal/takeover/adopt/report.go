// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

type report struct {
	kinds    []catalog.Object
	read     map[string]int // by kind
	files    []newfile.File
	folder   string
	dry      bool
	all      bool
	fresh    []*object // the objects whose resources this run writes
	skipped  []unfit   // objects that were skipped, with the place where they already are
	gone     []gone
	secrets  []string
	warnings []string
	unfit    []unfit
	unknown  int // number of keys that the provider does not know
}

// gone is a resource in adopt.map.json whose object the engine no longer has.
type gone struct {
	Address string `json:"address"`
	ID      string `json:"id"`
}

const mostLines = 20

func (r *report) text() string {
	var text strings.Builder
	say := func(format string, arguments ...any) {
		text.WriteString(document.VisibleLines(fmt.Sprintf(format, arguments...)) + "\n")
	}
	list := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		say("\n%s", title)
		say("  %s", document.First(lines, mostLines, "\n  "))
	}
	say("%s", r.counts())
	if len(r.skipped) > 0 {
		list(fmt.Sprintf("New %s:", thousands(len(r.fresh))), each(r.fresh, func(o *object) string { return o.address() + ": " + o.String() }))
		say("\n%s", r.skips())
	}
	files := document.First(each(r.files, func(f newfile.File) string { return f.Name }), mostLines, ", ")
	switch {
	case len(r.files) == 0:
		say("There is nothing to write.")
	case r.dry:
		say("Would write to %s: %s.", r.folder, files)
	default:
		say("Wrote to %s: %s.", r.folder, files)
	}
	switch {
	case r.unknown > 0 && r.all:
		say("Keys that the provider does not know, written as extra: %s. The apply only adds them to the state.", thousands(r.unknown))
	case r.unknown > 0:
		say("Keys that the provider does not know, not written: %s. The engine keeps them; -all writes them as extra.", thousands(r.unknown))
	}
	list("In the map, but no longer in the engine. If they were deleted on purpose, remove them from the configuration:",
		each(r.gone, func(g gone) string { return g.Address + " (" + document.Visible(g.ID) + ")" }))
	list("Secrets that only the engine knows. The configuration does not declare them, so they stay unchanged:", r.secrets)
	list("Warnings that every plan will show:", r.warnings)
	list("Left out, see "+unfitFile+":", r.reasons())
	last := fmt.Sprintf("%s to import, %s to change", thousands(len(r.fresh)), thousands(r.changes()))
	if len(r.unfit) > 0 {
		last += fmt.Sprintf(", %s left out", thousands(len(r.unfit)))
	}
	say("\n%s", last)
	return text.String()
}

// changes returns the number of resources whose plan adds keys that the import does not show.
func (r *report) changes() (number int) {
	for _, o := range r.fresh {
		if o.verdict.declares {
			number++
		}
	}
	return number
}

func (r *report) reasons() []string {
	return each(r.unfit, func(u unfit) string { return describe(u.Kind, u.Name, u.ID) + ": " + u.Reason })
}

// withReasons adds the objects that were left out to an error, because one of them may have caused it.
func (r *report) withReasons(err error) error {
	if lines := r.reasons(); len(lines) > 0 {
		return fmt.Errorf("%w. Left out:\n  %s", err, document.First(lines, mostLines, "\n  "))
	}
	return err
}

// skips returns a line such as: Skipped 1: 1 in import blocks of the folder.
func (r *report) skips() string {
	counts := map[string]int{}
	for _, s := range r.skipped {
		counts[s.Reason]++
	}
	places := each(slices.Sorted(maps.Keys(counts)), func(place string) string { return thousands(counts[place]) + " " + place })
	return fmt.Sprintf("Skipped %s: %s.", thousands(len(r.skipped)), strings.Join(places, ", "))
}

func (r *report) counts() string {
	total := 0
	var some []string
	for _, kind := range r.kinds {
		n := r.read[kind.Name]
		total += n
		switch n {
		case 0:
		case 1:
			some = append(some, "1 "+kind.Name)
		default:
			some = append(some, thousands(n)+" "+kind.Plural)
		}
	}
	if total == 0 {
		return "Read no objects."
	}
	return fmt.Sprintf("Read %s objects: %s.", thousands(total), strings.Join(some, ", "))
}

// each returns a line for each of the values.
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

type warned map[string][]string

func (w warned) note(address string, warnings []string) {
	for _, warning := range warnings {
		w[warning] = append(w[warning], address)
	}
}

// lines returns a line for each warning, the most frequent first. The line names the first resource that has this warning.
func (w warned) lines() []string {
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
