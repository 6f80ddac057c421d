// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

// PlanNotEmpty is the error of a test step whose plan should have no changes, but has some.
const PlanNotEmpty = "the plan is not empty"

// Explanation is a failure that tests expect under a habit, a switch that makes the reference server behave differently. It applies to the
// test steps whose names begin with Step, and their output may contain Words. docs/guides/engines.md tells users the same.
type Explanation struct{ Step, Words string }

// Explanations returns the expected failures for each habit (a switch of the reference server), such as "null-refused". Under all other
// habits, every test step must succeed.
func Explanations() map[string][]Explanation {
	// Under these habits, an imported state has other names, another order, or more or fewer values than the configuration, so the plan
	// shows updates.
	imported := Explanation{"plan import", "[update]"}
	// If a component is declared to run but can't, every apply is an error and every plan wants to start it.
	stopped := []Explanation{{"apply", "The component does not run"}, {"plan", PlanNotEmpty}}
	return map[string][]Explanation{
		"text-durations":     {{"hold", "refresh_interval"}},
		"own-defaults":       {imported, {"hold", ""}},
		"id-references":      {imported},
		"reordered-elements": {imported},
		"renamed-references": {imported, {"hold", "name"}},
		"own-elements":       {imported},
		// Under these habits, an update can't clear an attribute.
		"null-refused":       {{"apply minimal", "Could not update the "}},
		"empty-list-refused": {{"apply minimal", "Could not update the "}},
		"null-ignored":       {{"hold minimal", ""}},
		"empty-list-ignored": {{"hold minimal", ""}},
		"joined-elements":    {{"hold changed", ""}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", "did not stop in time"}},
		// Data sources read lists if they are plural, such as engine_alerts, or if they find an object by its name.
		"no-lists": {{"plan lists", "Could not list the "}},
	}
}
