// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

const (
	largestText = 1 << 20 // bytes
	// maxVisits is the maximum number of keys and values in a catalog. A value counts again for each alias that refers to it.
	maxVisits   = 200_000
	maxProblems = 20
)

type reader struct {
	problems Problems
	visits   int
}

func (r *reader) count() int { return len(r.problems.all) }

// parse returns the root node of a catalog. If the text is not a single YAML document, parse reports the mistake and may return nil.
func (r *reader) parse(text string) *yaml.Node {
	if len(text) > largestText {
		r.problems.add(0, 0, fmt.Sprintf("the catalog has %d bytes, but it may have at most %d", len(text), largestText))
		return nil
	}
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF) || err == nil && len(first.Content) == 0:
		r.problems.add(0, 0, "the catalog is empty; it has to be "+rootSchema().describe())
		return nil
	case err != nil:
		r.syntax(text, err)
		return nil
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		r.problems.add(second.Line, second.Column, "a second document begins here, but a catalog is one")
	case !errors.Is(err, io.EOF):
		r.syntax(text, err)
	}
	return first.Content[0]
}

// syntax reports a YAML syntax error. If the indentation contains a tab, the message says so, because the parser's message doesn't.
func (r *reader) syntax(text string, err error) {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		r.problems.add(0, 0, "the catalog is not YAML: "+strings.TrimPrefix(err.Error(), "yaml: "))
		return
	}
	line, column, message := load.Mark.Line, load.Mark.Column, load.Message
	if lines := strings.Split(text, "\n"); line > 0 && line <= len(lines) {
		indentation := lines[line-1][:len(lines[line-1])-len(strings.TrimLeft(lines[line-1], " \t"))]
		if tab := strings.IndexByte(indentation, '\t'); tab >= 0 {
			column, message = tab+1, "the indentation contains a tab, but it has to consist of spaces"
		}
	}
	if load.ContextMsg != "" && load.ContextMark.Line > 0 && load.ContextMark.Line != line {
		message += fmt.Sprintf(" (%s that begins in line %d)", load.ContextMsg, load.ContextMark.Line)
	}
	r.problems.add(line, column, "invalid YAML: "+message)
}

// report records a mistake at a node. It prefixes the message with the path, as in "rules.a.rate is a list".
func (r *reader) report(node *yaml.Node, path path, format string, a ...any) {
	name := path.String()
	if name == "" {
		name = "the catalog"
	}
	r.problems.add(node.Line, node.Column, name+" "+fmt.Sprintf(format, a...))
}

// visit returns the node to which an alias refers, or the node itself if it is not an alias. It counts the visited nodes, and returns false
// if there are more than maxVisits.
func (r *reader) visit(node *yaml.Node) (*yaml.Node, bool) {
	if r.visits++; r.visits == maxVisits+1 {
		r.problems.add(node.Line, node.Column, fmt.Sprintf("with its aliases the catalog has more than %d values", maxVisits))
	}
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node, r.visits <= maxVisits
}

// path is the position of a value in a catalog. For example, rules.a.items[0] consists of "rules", "a", "items" and "[0]".
type path []string

func (p path) at(name string) path { return append(slices.Clip(p), name) }

func (p path) index(i int) path { return append(slices.Clip(p), "["+strconv.Itoa(i)+"]") }

func (p path) String() string { return strings.ReplaceAll(strings.Join(p, "."), ".[", "[") }

// Problems is the error that Read returns. It contains all mistakes in a catalog.
type Problems struct {
	all   []problem
	known map[problem]bool // the set of problems in all
}

type problem struct {
	line, column int
	text         string
}

func (p *Problems) add(line, column int, text string) {
	found := problem{line, column, text}
	if p.known[found] {
		return // report a mistake only once, even if several mappings merge the one with the mistake
	}
	if p.known == nil {
		p.known = map[problem]bool{}
	}
	p.known[found] = true
	p.all = append(p.all, found)
}

// Error returns one line for each mistake, sorted by position. It lists at most 20 mistakes and counts the rest.
func (p *Problems) Error() string {
	slices.SortStableFunc(p.all, func(a, b problem) int { return cmp.Or(a.line-b.line, a.column-b.column) })
	lines := make([]string, len(p.all))
	for i, found := range p.all {
		if found.line > 0 {
			lines[i] = fmt.Sprintf("line %d, column %d: ", found.line, found.column)
		}
		lines[i] += found.text
	}
	return document.First(lines, maxProblems, "\n")
}
