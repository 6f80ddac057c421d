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

// objectTest describes the acceptance tests of one kind of object. The configurations contain the locals of rows_test.go.
type objectTest struct {
	name    string // for example "alert"
	parents string // configuration of the objects that the object refers to
	rows    []row
	other   []row                       // attributes of a second object that exclude some of rows, such as those of a cron schedule
	state   map[string]knownvalue.Check // some attributes of an object with all attributes of rows
}

// row is a change of one attribute from the expression "value" to the expression "changed". An attribute can have several rows, for example
// one for each member of a list's elements. A full configuration declares the value of the first row of each attribute.
type row struct {
	attribute string
	value     string   // Terraform expression
	changed   string   // a different expression; "" if none is valid together with the other rows
	required  bool     // every object must declare the attribute
	replaces  bool     // a change replaces the object
	runtime   bool     // the engine changes the value on its own, so an import leaves it out
	reorders  bool     // only the order of elements changes: the plan must be empty
	sent      []string // the keys that an update sends, if they differ from the attribute's name
}

func (r row) keys() []string {
	if r.sent != nil {
		return r.sent
	}
	return []string{r.attribute}
}

// lifecycles returns the tests of all kinds of objects. The objects in a group do not affect each other, so one configuration declares
// them.
func lifecycles() [][]objectTest {
	return [][]objectTest{
		{dashboardTest(), tabTest(), nodeTest()},
		{widgetTest()},
		{componentTest(), routineTest()},
		{alertTest(), functionTest()},
	}
}

func objectTests() []objectTest { return slices.Concat(lifecycles()...) }

// instance is a resource block with at most one row of each attribute.
type instance struct {
	object, address string // for example "alert" and "engine_alert.it"
	rows            []row
}

// instances divides the rows among resources. The first one, "it", has the first row of each attribute. Each further row of an attribute
// is in a separate resource, which otherwise declares only the required attributes. A change that replaces the object has its own resource.
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

// blocks returns the resource blocks of some instances.
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

// picker returns the expression to declare for a row, or "" to leave out the attribute. i is the position of the row in its instance.
type picker func(i int, r row) string

func minimal(_ int, r row) string {
	if r.required {
		return r.value
	}
	return ""
}

func full(_ int, r row) string { return r.value }

// half changes every second attribute, so that each update leaves other declared attributes as they are.
func half(i int, r row) string {
	if i%2 == 0 {
		return r.value
	}
	return changed(i, r)
}

func changed(_ int, r row) string { return cmp.Or(r.changed, r.value) }

// examples returns a configuration with one object of each test, or two if the test has other. They do not affect each other.
func examples(pick picker, tests ...objectTest) string {
	config := locals
	for _, o := range tests {
		config += o.parents + blocks(pick, o.examples()...)
	}
	return config
}

// examples returns the first instance of rows, and of other.
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
