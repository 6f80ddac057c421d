// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"errors"
	"io"
	"path"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// report prints the list of files. If the pictures show a comparison, it also prints how the plan changes each object.
func (g *gallery) report(w io.Writer) error {
	isSample, alerts := !g.source.HasData, []outcome{}
	for _, o := range g.contents.after.alerts {
		alerts = append(alerts, o.outcome)
	}
	if g.json {
		return document.Print(w, map[string]any{
			"folder": g.out, "files": g.files, "alerts": alerts, "sample": isSample,
			"parent_known_after_apply": append([]string{}, g.contents.after.unplaced...),
		})
	}
	table := commandline.Report{Header: []string{"File", "What", "Title"}}
	if g.compares() {
		table.Header = append(table.Header, "Plan")
	}
	for _, f := range g.files {
		cells := []any{path.Join(g.out, f.Path), f.Kind, f.Title, cmp.Or(f.Change, "-")}
		table.Add(cells[:len(table.Header)]...)
	}
	if !g.markdown {
		return table.Text(w)
	}
	text := "\n"
	for _, a := range alerts {
		text += "- " + commandline.Markdown(a.Address+" "+a.Summary) + "\n"
	}
	if isSample {
		text += "\nThe alerts ran on sample data.\n"
	}
	err := table.Markdown(w)
	_, textErr := io.WriteString(w, text)
	return errors.Join(err, textErr)
}
