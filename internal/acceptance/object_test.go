// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// objectTest describes the acceptance tests for one kind of object. Its expressions refer to the locals in rows_test.go.
type objectTest struct {
	name    string // for example "alert"
	parents string // configuration of the objects that the object refers to
	rows    []row
	other   []row                       // attributes that need a second object because they can't be combined with rows
	state   map[string]knownvalue.Check // expected values of some attributes if all rows are declared
}

// row describes a test of one attribute. A configuration first sets the attribute to row.value, and later to row.changed. An attribute can
// have several rows, such as one for each member of a list element. The first row provides the value in a configuration that sets all
// attributes.
type row struct {
	attribute string
	value     string   // Terraform expression
	changed   string   // a different expression, or "" if none is valid in combination with the other rows
	required  bool     // every object must declare the attribute
	replaces  bool     // a change replaces the object
	runtime   bool     // the engine changes the value on its own, so an import omits it
	reorders  bool     // only the order of elements changes, so the plan must be empty
	sent      []string // the keys that an update sends, if they differ from the attribute's name
}

func (r row) keys() []string {
	if r.sent != nil {
		return r.sent
	}
	return []string{r.attribute}
}

// lifecycles returns the tests for all kinds of objects, in groups. The objects in a group do not affect each other, so one configuration
// declares all of them.
func lifecycles() [][]objectTest {
	return [][]objectTest{
		{dashboardTest(), tabTest(), nodeTest(), widgetTest()},
		{componentTest(), routineTest(), alertTest(), functionTest()},
	}
}

func objectTests() []objectTest { return slices.Concat(lifecycles()...) }

// instance is a resource block in a test configuration. For each row, which tests one attribute, the block sets the attribute to the value
// that a picker chooses, or omits it.
type instance struct {
	object, address string // for example "alert" and "engine_alert.it"
	rows            []row
}

// instances returns resource blocks that together contain all rows. Each row tests one attribute. A block can set an attribute only once.
// Therefore, the first block (named "it") contains the first row of each attribute, the second block contains the second rows, and so on.
func (o objectTest) instances() []instance {
	all := spread(o.name, "it", o.rows)
	if o.other != nil {
		all = append(all, spread(o.name, "other", o.other)...)
	}
	return all
}

func spread(object, label string, rows []row) (all []instance) {
	address := "engine_" + object + "." + label
	var required []row
	seen := map[string]int{}
	add := func(i int, r row) {
		for len(all) <= i {
			all = append(all, instance{object, fmt.Sprintf("%s_%d", address, len(all)), slices.Clone(required)})
		}
		all[i].rows = slices.DeleteFunc(all[i].rows, func(other row) bool { return other.attribute == r.attribute })
		all[i].rows = append(all[i].rows, r)
	}
	for _, r := range rows {
		if fixed := r; r.required && !slices.ContainsFunc(required, func(other row) bool { return other.attribute == r.attribute }) {
			fixed.changed = ""
			required = append(required, fixed)
		}
	}
	for _, r := range rows {
		if i := seen[r.attribute]; !r.replaces {
			add(i, r)
			seen[r.attribute]++
		}
	}
	all[0].address = address
	for _, r := range rows {
		if r.replaces {
			add(len(all), r)
		}
	}
	return all
}

// blocks returns resource blocks for the given instances.
func blocks(pick picker, instances ...instance) string {
	var b strings.Builder
	for _, it := range instances {
		typeName, label, _ := strings.Cut(it.address, ".")
		fmt.Fprintf(&b, "resource %q %q {\n", typeName, label)
		for i, r := range it.rows {
			if expression := pick(i, r); expression != "" {
				fmt.Fprintf(&b, "  %s = %s\n", r.attribute, expression)
			}
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// A picker chooses which value of the row's attribute a test configuration declares. It returns an expression, or "" to omit the attribute.
// i is the index of the row in its resource block.
type picker func(i int, r row) string

func minimal(_ int, r row) string {
	if r.required {
		return r.value
	}
	return ""
}

func full(_ int, r row) string { return r.value }

// half returns the original value for one half of the rows and the changed value for the other half. A test first applies the original
// values. The update with the values from half must then change some attributes and keep others.
func half(i int, r row) string {
	if i%2 == 0 {
		return r.value
	}
	return changed(i, r)
}

func changed(_ int, r row) string { return cmp.Or(r.changed, r.value) }

// examples returns a configuration with one object for each test, and a second object for each test that sets objectTest.other.
func examples(pick picker, tests ...objectTest) string {
	config := locals
	for _, o := range tests {
		config += o.parents + blocks(pick, o.examples()...)
	}
	return config
}

// examples returns the test configurations that contain the first row of each attribute: one for o.rows and, if o.other is set, one for
// o.other.
func (o objectTest) examples() []instance {
	isFurther := regexp.MustCompile(`_\d+$`)
	return slices.DeleteFunc(o.instances(), func(it instance) bool { return isFurther.MatchString(it.address) })
}

func TestEveryAttributeHasARow(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	for _, o := range objectTests() {
		for _, r := range slices.Concat(o.rows, o.other) {
			declared[o.name+"."+r.attribute] = true
		}
	}
	for _, o := range catalog.Objects() {
		for name := range attribute.WithExtra(o.Attributes) {
			if name != "id" && !declared[o.Name+"."+name] {
				t.Errorf("the acceptance test of %s has no row for %s", o.Name, name)
			}
		}
	}
}
