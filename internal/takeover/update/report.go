// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/sourcefile"
)

type report struct {
	read      int // number of objects
	decisions []decision
	gone      []remark
}

// remark is a value in a configuration file that differs from the engine. Lines are counted before the edits.
type remark struct {
	Address   string `json:"address"`
	Attribute string `json:"attribute,omitempty"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Declared  string `json:"configuration,omitempty"` // as in a configuration; "" if it may be a secret
	Engine    string `json:"engine,omitempty"`
}

// decision is a difference about which the user has to decide.
type decision struct {
	remark
	Reason string   `json:"reason"`
	Others []string `json:"others,omitempty"` // objects that an edit would change, too

	owner     *object
	attribute string
}

func (e *estate) gone(o *object) remark {
	at := remark{Address: o.address}
	if _, res, err := e.find(o); err == nil {
		at.File, at.Line = res.at.Filename, res.at.Start.Line
	}
	return at
}

func (r remark) compare(other remark) int {
	return cmp.Or(cmp.Compare(r.File, other.File), r.Line-other.Line, strings.Compare(r.Address, other.Address),
		cmp.Compare(r.Attribute, other.Attribute))
}

func (r remark) place() string {
	place := r.Address
	if r.Attribute != "" {
		place += "." + r.Attribute
	}
	if r.File != "" {
		place = fmt.Sprintf("%s:%d: %s", r.File, r.Line, place)
	}
	return place
}

func (d decision) text() string {
	text := d.place()
	if d.Declared != "" || d.Engine != "" {
		text += fmt.Sprintf(": the configuration has %s, and the engine has %s", d.Declared, d.Engine)
	}
	text += ": " + d.Reason
	if len(d.Others) > 0 {
		const most = 10
		text += ": " + document.First(d.Others, most, ", ")
	}
	return text
}

// result is the report as JSON (-json). The guide "The command line" describes it.
type result struct {
	Folder    string     `json:"folder"`
	Written   bool       `json:"written"`
	Read      int        `json:"read"`
	Files     []file     `json:"files"`
	Changes   []remark   `json:"changes"`
	Decisions []decision `json:"decisions"`
	Deleted   []remark   `json:"deleted"`
}

type file struct {
	Path       string `json:"path"`
	Difference string `json:"difference,omitempty"` // only with -dry-run
}

// print prints the report, and the differences in a dry run.
func (r *run) print(files []newfile.File, stdout, stderr io.Writer) error {
	printed := result{
		Folder: r.Dir, Written: !r.DryRun, Read: r.report.read, Files: []file{}, Changes: []remark{},
		Decisions: append([]decision{}, r.report.decisions...), Deleted: append([]remark{}, r.report.gone...),
	}
	for _, c := range r.changes {
		printed.Changes = append(printed.Changes, c.remark)
	}
	slices.SortStableFunc(printed.Changes, remark.compare)
	slices.SortStableFunc(printed.Decisions, func(a, b decision) int { return a.compare(b.remark) })
	for _, f := range files {
		one := file{Path: f.Name}
		if r.DryRun {
			one.Difference = string((&sourcefile.File{Path: f.Name, Src: f.Was}).Difference("a/"+f.Name, f.Text))
		}
		printed.Files = append(printed.Files, one)
	}
	if r.JSON {
		return document.Print(stdout, printed)
	}
	to := stdout
	for _, f := range printed.Files {
		if r.DryRun {
			to = stderr
			if _, err := io.WriteString(stdout, f.Difference); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(to, printed.text())
	return err
}

func (p result) text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "Objects read: %d.\n", p.Read)
	section := func(title string, lines int) {
		if lines > 0 {
			fmt.Fprintf(&text, "\n%s\n", title)
		}
	}
	title := "Written (lines are from before the edit):"
	if !p.Written {
		title = "Would be written (lines are from before the edit):"
	}
	section(title, len(p.Changes))
	for _, c := range p.Changes {
		fmt.Fprintf(&text, "  %s: %s -> %s\n", c.place(), c.Declared, c.Engine)
	}
	section("For you to decide. An apply restores the value of the configuration:", len(p.Decisions))
	for _, d := range p.Decisions {
		fmt.Fprintf(&text, "  %s\n", d.text())
	}
	section("Deleted in the engine. Remove the block, or let the next apply create the object again:", len(p.Deleted))
	for _, d := range p.Deleted {
		fmt.Fprintf(&text, "  %s\n", d.place())
	}
	fmt.Fprintf(&text, "\n%d to write, %d to decide, %d deleted\n", len(p.Changes), len(p.Decisions), len(p.Deleted))
	return document.VisibleLines(text.String())
}
