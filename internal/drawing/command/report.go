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

// report prints the files, and how their objects have changed if two states are compared.
func (set settings) report(w io.Writer, r result) error {
	if set.json {
		return document.Print(w, map[string]any{
			"folder": set.out, "files": r.files, "alerts": alertReports(r.alerts, r.sample), "sample": r.sample,
			"parent_known_after_apply": append([]string{}, r.unplaced...),
		})
	}
	table := commandline.Report{Header: []string{"File", "What", "Title"}}
	if set.compares {
		table.Header = append(table.Header, "Plan")
	}
	for _, f := range r.files {
		cells := []any{path.Join(set.out, f.Path), f.Kind, f.Title, cmp.Or(f.Change, "-")}
		table.Add(cells[:len(table.Header)]...)
	}
	if !set.markdown {
		return table.Text(w)
	}
	text := "\n"
	for _, a := range r.alerts {
		text += "- " + commandline.Markdown(a.address+" "+a.summary) + "\n"
	}
	if r.sample {
		text += "\nThe alerts ran on sample data.\n"
	}
	err := table.Markdown(w)
	_, textErr := io.WriteString(w, text)
	return errors.Join(err, textErr)
}

type alertReport struct {
	Address     string         `json:"address"`
	WorstStatus string         `json:"worst_status"`
	Statuses    map[string]int `json:"statuses"`
	Summary     string         `json:"summary"`
	Sample      bool           `json:"sample"` // the alert ran on sample data
}

func alertReports(alerts []drawnAlert, sample bool) []alertReport {
	reports := []alertReport{}
	for _, a := range alerts {
		reports = append(reports, alertReport{a.address, a.worst, a.counts, a.summary, sample})
	}
	return reports
}
