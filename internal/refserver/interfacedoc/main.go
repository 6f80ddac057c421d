// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Interfacedoc prints INTERFACE.md and replaces its tables, which it generates from the package table. "make generate" runs it. It
// replaces the text between these markers:
//
//	<!-- fields alert -->   the fields of a kind
//	<!-- paths alert -->    the operations of a kind
//	<!-- shape AlertItem -->
//	                        the fields of the objects inside a field
//	<!-- end -->
//
// Start reading here. markdown.go writes the tables.
package main

import (
	"errors"
	"fmt"
	"log"
	"maps"
	"os"
	"regexp"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// block matches a generated part of INTERFACE.md: the marker <!-- fields alert -->, the text below it, and <!-- end -->.
var block = regexp.MustCompile(`(?s)(<!-- ((?:fields|paths|shape) \w+) -->\n).*?(<!-- end -->\n)`)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: interfacedoc INTERFACE.md")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	written, err := generate(string(text), table.All())
	if err != nil {
		log.Fatal(err)
	}
	if _, err := os.Stdout.WriteString(written); err != nil {
		log.Fatal(err)
	}
}

// generate replaces the generated parts of text, which is INTERFACE.md. It returns an error if a marker is missing, unknown or repeated.
func generate(text string, tables []*table.Table) (string, error) {
	blocks := map[string]string{}
	for _, t := range tables {
		blocks["fields "+t.Kind] = kindTable(t)
		blocks["paths "+t.Kind] = pathTable(t)
		addShapes(blocks, t.Fields)
	}
	var problems []error
	written := block.ReplaceAllStringFunc(text, func(found string) string {
		parts := block.FindStringSubmatch(found)
		content, ok := blocks[parts[2]]
		if !ok {
			problems = append(problems, fmt.Errorf("the marker %q is unknown, or occurs twice", parts[2]))
		}
		delete(blocks, parts[2])
		return parts[1] + content + parts[3]
	})
	for _, name := range slices.Sorted(maps.Keys(blocks)) {
		problems = append(problems, fmt.Errorf("the text has no marker %q", name))
	}
	return written, errors.Join(problems...)
}

func addShapes(blocks map[string]string, fields []table.Field) {
	for _, f := range fields {
		if f.Shape != "" {
			blocks["shape "+f.Shape] = shapeTable(&f)
		}
		addShapes(blocks, f.Fields)
	}
}
