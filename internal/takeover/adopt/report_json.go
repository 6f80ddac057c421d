// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"io"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// result is the report as JSON (-json). The guide "The command line" describes it.
type result struct {
	Folder      string         `json:"folder"`
	Written     bool           `json:"written"`
	Files       []writtenFile  `json:"files"`
	Read        map[string]int `json:"read"`
	Imported    []adopted      `json:"imported"`
	Skipped     []unfit        `json:"skipped"`
	LeftOut     []unfit        `json:"left_out"`
	Gone        []gone         `json:"gone"`
	Secrets     []string       `json:"secrets"`
	Warnings    []string       `json:"warnings"`
	UnknownKeys int            `json:"unknown_keys"`
}

type writtenFile struct {
	Path string `json:"path"`
	Text string `json:"text,omitempty"` // only with -dry-run
}

type adopted struct {
	Address string `json:"address"`
	Kind    string `json:"kind"`
	ID      string `json:"id"`
	Name    string `json:"name,omitempty"`
	Changes bool   `json:"changes"` // The plan adds keys that the import does not show.
}

func (r *report) printJSON(stdout io.Writer) error {
	printed := result{
		Folder: r.folder, Written: !r.dry, Read: r.read, UnknownKeys: r.unknown,
		Files: []writtenFile{}, Imported: []adopted{},
		Skipped: notNull(r.skipped), LeftOut: notNull(r.unfit), Gone: notNull(r.gone), Secrets: notNull(r.secrets), Warnings: notNull(r.warnings),
	}
	for _, f := range r.files {
		file := writtenFile{Path: f.Name}
		if r.dry {
			file.Text = f.Text
		}
		printed.Files = append(printed.Files, file)
	}
	for _, o := range r.fresh {
		printed.Imported = append(printed.Imported, adopted{o.address(), o.kind.Name, o.id, o.name, o.verdict.declares})
	}
	return document.Print(stdout, printed)
}

// notNull returns a list that is [] in JSON if it has no elements.
func notNull[T any](list []T) []T { return append([]T{}, list...) }
