// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"io"
	"path"
	"text/tabwriter"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

func (set settings) report(w io.Writer, r result) error {
	if set.json {
		return document.Print(w, map[string]any{
			"folder": set.out, "files": r.files, "alerts": alertReports(r.alerts, r.sample), "sample": r.sample,
			"parent_known_after_apply": append([]string{}, r.unplaced...),
		})
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "FILE\tWHAT\tTITLE") // Flush returns the error.
	for _, f := range r.files {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", document.Visible(path.Join(set.out, f.Path)), f.Kind, document.Visible(f.Title))
	}
	return table.Flush()
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
