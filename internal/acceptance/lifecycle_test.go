// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccObjects_lifecycle checks that every attribute can be created, imported, changed, cleared and restored. An apply must revert
// changes that another client made in the engine. A rejected create request must leave no object, and a rejected update must not change the
// state. If another client removes the objects, Terraform must create them again. The plan after every step must be empty.
func TestAccObjects_lifecycle(t *testing.T) {
	for _, tests := range lifecycles() {
		var names []string
		for _, o := range tests {
			names = append(names, o.name)
		}
		t.Run(strings.Join(names, " "), func(t *testing.T) {
			l := &lifecycleTest{testEngine: startEngine(t, refserver.Options{}), t: t, kinds: names, before: locals, end: func() {}}
			for _, o := range tests {
				l.before += o.parents
				l.all = append(l.all, o.instances()...)
			}
			resource.ParallelTest(t, l.testCase(l.testSteps(tests)...))
		})
	}
}

func (l *lifecycleTest) testSteps(tests []objectTest) []resource.TestStep {
	updated := l.step(full, nil, l.checkPatched)
	var imports, fullImports []resource.TestStep
	for _, o := range tests {
		it := o.instances()[0]
		updated.ConfigStateChecks = append(updated.ConfigStateChecks, known(it.address, o.state)...)
		imports = append(imports, resource.TestStep{ResourceName: it.address, ImportState: true, ImportStateVerify: true})
		fullImports = append(fullImports, l.importStep(it))
	}
	return slices.Concat(
		[]resource.TestStep{l.rejectedStep(http.MethodPost, minimal), l.step(minimal, l.checkNone, l.checkCreated)},
		imports,
		[]resource.TestStep{l.rejectedStep(http.MethodPatch, full), updated},
		fullImports,
		[]resource.TestStep{
			l.step(half, nil, l.checkPatched),
			l.step(changed, nil, l.checkPatched),
			l.step(minimal, nil, l.checkCleared),
			l.step(full, l.removeObjects, l.checkCreated),
			l.step(full, l.drift, l.checkRestored),
		},
	)
}

// TestAccCreate_allAttributes checks that one apply can create an object of every kind with all attributes. The interface document allows
// some of these attributes only in updates. The test uses two engines: one ignores such an attribute in a create request, and the other
// rejects the request.
func TestAccCreate_allAttributes(t *testing.T) {
	for name, habits := range map[string][]string{"ignores": {"strict-create-ignore"}, "rejects": {"strict-create-refuse"}} {
		t.Run(name, func(t *testing.T) {
			e := startEngine(t, refserver.Options{Habits: habits})
			checks := after(func(state map[string]map[string]any) error {
				for _, o := range objectTests() {
					for _, it := range o.examples() {
						if err := e.checkPosted(o.name, keys(it, full), state[it.address]); err != nil {
							return err
						}
					}
				}
				return nil
			})
			config := e.Config(examples(full, objectTests()...))
			resource.ParallelTest(t, e.testCase(resource.TestStep{Config: config, ConfigPlanChecks: checks}))
		})
	}
}

// TestAccImport_identity checks that an object of every kind can be imported by its identity.
func TestAccImport_identity(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	steps := []resource.TestStep{{Config: e.Config(examples(minimal, objectTests()...))}}
	for _, o := range objectTests() {
		steps = append(steps, resource.TestStep{
			ResourceName: "engine_" + o.name + ".it", ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
		})
	}
	test := e.testCase(steps...)
	test.TerraformVersionChecks = skipOlder(12, 0)
	resource.ParallelTest(t, test)
}

// keys returns the JSON keys that the request to create an instance must contain. If pick returns "" for an attribute, neither the resource
// block nor the request contains the attribute.
func keys(it instance, pick picker) (keys []string) {
	for i, r := range it.rows {
		if pick(i, r) != "" {
			keys = append(keys, r.keys()...)
		}
	}
	return keys
}

type lifecycleTest struct {
	*testEngine
	t      *testing.T
	kinds  []string // kinds of objects, for example "alert"
	before string   // configuration that the instances require
	all    []instance
	end    func()   // stops rejecting requests
	from   picker   // picker of the previous step; nil before the first one
	steps  []stored // the engine's documents after each step

	drifted map[string][]row // the rows that the next apply restores, by address; nil if nobody changed the engine
}

// fullStep and changedStep are indices in lifecycleTest.steps. fullStep is the first step that sets every attribute. changedStep is the
// first step that sets every attribute to its changed value.
const (
	fullStep    = 1
	changedStep = 3
)

// stored contains the engine's documents by resource address.
type stored map[string]map[string]any

// importStep returns a step that imports an object with all attributes and compares the result with the state. The comparison skips
// attributes that the engine changes on its own, because they are null after an import. It also skips attributes whose name is not a key in
// the engine's document, such as "extra".
func (l *lifecycleTest) importStep(it instance) resource.TestStep {
	step := resource.TestStep{ResourceName: it.address, ImportState: true, ImportStateVerify: true}
	for _, r := range it.rows {
		if r.sent != nil || r.runtime {
			step.ImportStateVerifyIgnore = append(step.ImportStateVerifyIgnore, r.attribute)
		}
	}
	step.ImportStateCheck = func(states []*terraform.InstanceState) error {
		for _, r := range it.rows {
			if value := states[0].Attributes[r.attribute]; r.runtime && value != "" {
				return fmt.Errorf("the import has %s = %s", r.attribute, value)
			}
		}
		return nil
	}
	return step
}

func (l *lifecycleTest) rejectedStep(method string, pick picker) resource.TestStep {
	return resource.TestStep{
		PreConfig: func() {
			l.end = l.Fail(refserver.Fault{
				Match:  func(r *http.Request) bool { return r.Method == method && slices.Contains(l.kinds, l.Kind(r.URL.Path)) },
				Status: http.StatusBadRequest, Body: `{"name": ["not this one"]}`,
			})
		},
		Config:      l.Config(l.before + blocks(pick, l.all...)),
		ExpectError: pattern("The engine rejected name: not this one"),
	}
}

// step returns a step that applies a configuration, with the values that pick chooses. Before the apply, the step calls the function
// before, which can change the engine. After the apply, it calls the function check for each instance (resource block). doc is the engine's
// document after this step, and was is the document after the previous step. Both functions may be nil.
func (l *lifecycleTest) step(
	pick picker, before func(), check func(it instance, to picker, doc, was map[string]any) error,
) resource.TestStep {
	checks := after(func(state map[string]map[string]any) error {
		docs := stored{}
		for _, it := range l.all {
			id, _ := state[it.address]["id"].(string)
			doc, ok := l.Object(it.object, id)
			if !ok {
				return fmt.Errorf("the engine lacks %s", it.address)
			}
			docs[it.address] = doc
			if check == nil {
				continue
			}
			var was map[string]any
			if len(l.steps) > 0 {
				was = l.steps[len(l.steps)-1][it.address]
			}
			if err := check(it, pick, doc, was); err != nil {
				return fmt.Errorf("%s: %w", it.address, err)
			}
		}
		l.from, l.steps, l.drifted = pick, append(l.steps, docs), nil
		return nil
	})
	checks.PreApply = []plancheck.PlanCheck{planCheck(func(plan *tfjson.Plan) error { return l.checkActions(plan, pick) })}
	return resource.TestStep{
		PreConfig: func() {
			l.end()
			if before != nil {
				before()
			}
			l.ClearRequests()
		},
		Config:           l.Config(l.before + blocks(pick, l.all...)),
		ConfigPlanChecks: checks,
	}
}

func (l *lifecycleTest) checkNone() {
	for _, kind := range l.kinds {
		if left := l.Objects(kind); len(left) > 0 {
			l.t.Errorf("a rejected create left %v", left)
		}
	}
}

// checkActions returns an error if the planned action for an instance is not the expected one.
func (l *lifecycleTest) checkActions(plan *tfjson.Plan, to picker) error {
	for _, it := range l.all {
		action := plancheck.ResourceActionNoop
		for _, r := range l.changes(it, to) {
			if action = plancheck.ResourceActionUpdate; r.replaces {
				action = plancheck.ResourceActionReplace
				break
			}
		}
		if len(l.Objects(it.object)) == 0 {
			action = plancheck.ResourceActionCreate
		}
		resp := plancheck.CheckPlanResponse{}
		plancheck.ExpectResourceAction(it.address, action).CheckPlan(context.Background(), plancheck.CheckPlanRequest{Plan: plan}, &resp)
		if resp.Error != nil {
			return resp.Error
		}
	}
	return nil
}

// changes returns the rows for the attributes that the next apply must change in an instance (resource block). Each row describes the test
// of one attribute.
func (l *lifecycleTest) changes(it instance, to picker) (rows []row) {
	if l.drifted != nil {
		return l.drifted[it.address]
	}
	for i, r := range it.rows {
		before, after := "", to(i, r)
		if l.from != nil {
			before = l.from(i, r)
		}
		if before != after && (!r.reorders || before == "" || after == "") {
			rows = append(rows, r)
		}
	}
	return rows
}

// checkCreated checks that the POST request for an object contains the keys of all declared attributes, and no other keys.
func (l *lifecycleTest) checkCreated(it instance, to picker, doc, _ map[string]any) error {
	return l.checkPosted(it.object, keys(it, to), doc)
}

// checkPosted checks that the body of a POST for an object of this kind, with the same name as doc, had exactly the keys in want. The
// engine may have rejected this POST.
func (e *testEngine) checkPosted(kind string, want []string, doc map[string]any) error {
	if kind == "component" { // A component's type is in the path, and deployment_type has a default.
		want = append(slices.DeleteFunc(want, func(key string) bool { return key == "type" }), "deployment_type")
	}
	slices.Sort(want)
	var sent [][]string
	for _, request := range e.Writes() {
		var body map[string]any
		if request.Method != http.MethodPost || e.Kind(request.Path) != kind || json.Unmarshal(request.Body, &body) != nil {
			continue
		}
		keys := slices.Sorted(maps.Keys(body))
		if slices.Equal(keys, want) && body["name"] == doc["name"] {
			return nil
		}
		sent = append(sent, keys)
	}
	return fmt.Errorf("POST sent %v, want %v", sent, want)
}

// checkPatched checks that one PATCH sent exactly the keys of the changed attributes, and that their values in the engine have changed. No
// PATCH is needed if no attribute has changed, for example because elements have only moved.
func (l *lifecycleTest) checkPatched(it instance, to picker, doc, was map[string]any) error {
	want := map[string]bool{}
	for _, r := range l.changes(it, to) {
		if r.replaces {
			return nil
		}
		for _, key := range r.keys() {
			want[key] = true
			if reflect.DeepEqual(doc[key], was[key]) {
				return fmt.Errorf("%s is still %v", key, doc[key])
			}
			if err := sameIDs(doc[key], was[key]); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	patch, err := l.patch(doc)
	if keys := slices.Sorted(maps.Keys(patch)); err == nil && !slices.Equal(keys, slices.Sorted(maps.Keys(want))) {
		return fmt.Errorf("PATCH sent %v, want the keys %v", patch, slices.Sorted(maps.Keys(want)))
	}
	return err
}

// checkCleared checks the PATCH that clears all optional attributes. For each attribute that has a value in the engine, the PATCH must
// contain the engine's default, null, an empty array, or elements marked as removed. Afterwards, the engine must store the same values as
// if the object had been created with only the required attributes.
func (l *lifecycleTest) checkCleared(it instance, _ picker, doc, was map[string]any) error {
	patch, err := l.patch(doc)
	if err != nil {
		return err
	}
	facts := factsOf(it.object)
	for i, r := range it.rows {
		for _, key := range r.keys() {
			value, sent := patch[key]
			clearing := facts.Defaults[key]
			if _, isList := was[key].([]any); isList {
				clearing = []any{}
			}
			switch required := minimal(i, r) != ""; {
			case required || !sent && isCleared(was[key], clearing, ""):
			case !sent || !isCleared(value, clearing, facts.Tombstones[key]):
				return fmt.Errorf("PATCH sent %v for %s, which is no longer declared", value, key)
			}
			if first := l.steps[0][it.address][key]; !r.required && !reflect.DeepEqual(doc[key], first) {
				return fmt.Errorf("%s is %v, it was %v before it had been declared", key, doc[key], first)
			}
		}
	}
	return nil
}

// drift changes the objects in the engine as another client might: it sets their attributes to the values from changedStep. It sets
// l.drifted to the rows of the attributes that the next apply must change back. (Each row is a test of an attribute.) A different order of
// list elements and different names in references are not changes, so drift omits rows with only such differences.
func (l *lifecycleTest) drift() {
	l.drifted = map[string][]row{}
	for _, it := range l.all {
		id, _ := l.steps[len(l.steps)-1][it.address]["id"].(string)
		before, after := l.steps[fullStep][it.address], l.steps[changedStep][it.address]
		err := l.Edit(it.object, id, func(doc map[string]any) {
			for _, r := range it.rows {
				if r.changed == "" || r.replaces {
					continue
				}
				for _, key := range r.keys() {
					if doc[key] = after[key]; !r.reorders && !reflect.DeepEqual(withoutReferenceNames(before[key]), withoutReferenceNames(after[key])) {
						l.drifted[it.address] = append(l.drifted[it.address], r)
					}
				}
			}
		})
		if err != nil {
			l.t.Fatal(err)
		}
	}
}

// checkRestored checks that an apply has restored the attributes that another client changed in the engine.
func (l *lifecycleTest) checkRestored(it instance, _ picker, doc, was map[string]any) error {
	for _, r := range l.drifted[it.address] {
		for _, key := range r.keys() {
			if have, want := withoutReferenceNames(doc[key]), withoutReferenceNames(was[key]); !contains(have, want) {
				return fmt.Errorf("%s is %v after the drift was corrected, want %v", key, have, want)
			}
		}
	}
	return nil
}

// patch returns the body of an object's PATCH, or nil if there was none. If there were several, patch returns an error.
func (l *lifecycleTest) patch(doc map[string]any) (patch map[string]any, err error) {
	for _, request := range l.Writes() {
		if request.Method != http.MethodPatch || !strings.Contains(request.Path, fmt.Sprint(doc["id"])) {
			continue
		}
		if patch != nil {
			return nil, fmt.Errorf("the second PATCH sent %s", request.Body)
		}
		if err := json.Unmarshal(request.Body, &patch); err != nil {
			return nil, err
		}
	}
	return patch, nil
}

// removeObjects removes all objects from the engine, as another client would.
func (l *lifecycleTest) removeObjects() {
	for _, kind := range l.kinds {
		l.removeAll(l.t, kind)
	}
}

func factsOf(object string) lens.Facts {
	for _, o := range catalog.Objects() {
		if o.Name == object {
			return o.Facts
		}
	}
	return lens.Facts{}
}

func (e *testEngine) removeAll(t *testing.T, kind string) {
	t.Helper()
	for _, doc := range e.Objects(kind) {
		id, _ := doc["id"].(string)
		if err := e.Remove(kind, id); err != nil {
			t.Fatal(err)
		}
	}
}
