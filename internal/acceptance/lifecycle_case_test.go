// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// lifecycleCase describes one resource for the lifecycle tests. If some attributes of the resource exclude each other, it has several
// cases, which together have all attributes.
type lifecycleCase struct {
	name    string // the object's name; with a word in parentheses if the object has several cases
	object  string
	parents string // configuration of the objects that the object refers to
	rows    []row
}

// row is a change of one attribute from the expression "value" to the expression "changed". An attribute can have several rows, for example
// one for each member of a list's elements. A full configuration declares the value of the first row of each attribute.
type row struct {
	attribute string
	value     string   // Terraform expression
	changed   string   // another expression; "" if no other is valid together with the other rows
	required  bool     // every object of the case must declare the attribute
	replaces  bool     // a change replaces the object
	runtime   bool     // the engine changes the value by itself, so an import leaves it out
	reorders  bool     // only the order of elements changes: the plan must be empty
	relabels  bool     // only names in references change; noteLabels sets this
	sent      []string // the keys that an update sends, if they differ from the attribute's name
}

func (r row) keys() []string {
	if r.sent != nil {
		return r.sent
	}
	return []string{r.attribute}
}

func (r row) sameAttribute(other row) bool { return r.attribute == other.attribute }

func lifecycleCases() []lifecycleCase {
	var all []lifecycleCase
	all = append(all, dashboardCases()...)
	all = append(all, tabCases()...)
	all = append(all, widgetCases()...)
	all = append(all, componentCases()...)
	all = append(all, routineCases()...)
	all = append(all, alertCases()...)
	all = append(all, nodeCases()...)
	all = append(all, functionCases()...)
	return all
}

func eachCase(t *testing.T, test func(t *testing.T, c lifecycleCase)) {
	t.Parallel()
	for _, c := range lifecycleCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

// resource returns the resource block of an object. pick gets the first row of each attribute and returns the expression to declare, or ""
// to leave out the attribute.
func (c lifecycleCase) resource(label string, pick func(r row) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "resource \"engine_%s\" %q {\n", c.object, label)
	seen := map[string]bool{}
	for _, r := range c.rows {
		if expression := pick(r); !seen[r.attribute] && expression != "" {
			fmt.Fprintf(&b, "  %s = %s\n", r.attribute, expression)
		}
		seen[r.attribute] = true
	}
	b.WriteString("}\n")
	return b.String()
}

func minimal(r row) string {
	if r.required {
		return r.value
	}
	return ""
}

func full(r row) string { return r.value }

// importable returns the row's value. It returns "" if an import does not show the attribute, because the document has no key for it or
// because the engine changes the value by itself.
func importable(r row) string {
	if r.sent != nil || r.runtime {
		return ""
	}
	return r.value
}

// one returns a configuration with a single object, named "it", and the objects that "it" refers to.
func (c lifecycleCase) one(pick func(r row) string) string {
	return c.parents + c.resource("it", pick)
}

// changes yields the rows whose value the tests change. The index is the row's position in rows.
func (c lifecycleCase) changes() iter.Seq2[int, row] {
	return func(yield func(int, row) bool) {
		for i, r := range c.rows {
			if r.changed != "" && !yield(i, r) {
				return
			}
		}
	}
}

// spread returns a configuration with one object for each row of changes(). pick chooses the value of that row's attribute. In the first
// row of an attribute, the object also declares all other attributes. In later rows it declares only the required attributes, which is much
// faster.
func (c lifecycleCase) spread(pick func(r row) string) string {
	var b strings.Builder
	b.WriteString(c.parents)
	for i, special := range c.changes() {
		others := minimal
		if isFirst := slices.IndexFunc(c.rows, special.sameAttribute) == i; isFirst {
			others = full
		}
		b.WriteString(c.resource(c.label(i), func(r row) string {
			if r.sameAttribute(special) {
				return pick(special)
			}
			return others(r)
		}))
	}
	return b.String()
}

func (c lifecycleCase) label(i int) string { return fmt.Sprintf("%s_%d", c.rows[i].attribute, i) }

func (c lifecycleCase) address(i int) string { return "engine_" + c.object + "." + c.label(i) }

func TestLifecycleCasesCoverEveryAttribute(t *testing.T) {
	t.Parallel()
	declared := map[string]map[string]bool{}
	for _, c := range lifecycleCases() {
		if declared[c.object] == nil {
			declared[c.object] = map[string]bool{"id": true}
		}
		for _, r := range c.rows {
			declared[c.object][r.attribute] = true
		}
	}
	for _, o := range catalog.Objects() {
		for name := range attribute.WithExtra(o.Attributes) {
			if !declared[o.Name][name] {
				t.Errorf("no lifecycle case of %s declares %s", o.Name, name)
			}
		}
	}
}

func objectOf(t *testing.T, name string) catalog.Object {
	t.Helper()
	for _, o := range catalog.Objects() {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("there is no object %s", name)
	return catalog.Object{}
}
