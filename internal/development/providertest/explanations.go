// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

// PlanNotEmpty is the error of a life whose plan should be empty and is not.
const PlanNotEmpty = "the plan is not empty"

// Explanation is an error or a plan that a habit of the engine makes unavoidable: in steps whose names begin with Step, the output may
// contain Words. docs/guides/engines.md tells users the same.
type Explanation struct{ Step, Words string }

// Explanations returns the explanations of each habit. Under all other habits, every step of a life succeeds.
func Explanations() map[string][]Explanation {
	// An import shows names and orders as the engine answers them, and more or fewer values than the configuration declares.
	imported := Explanation{"plan import", "[update]"}
	// If a component is declared to run but does not run, every apply is an error and every plan shows the start.
	stopped := []Explanation{{"apply", "The component does not run"}, {"plan", PlanNotEmpty}}
	return map[string][]Explanation{
		"text-durations":     {{"hold", "refresh_interval"}},
		"own-defaults":       {imported, {"hold", ""}},
		"id-references":      {imported},
		"reordered-elements": {imported},
		"renamed-references": {imported, {"hold", "name"}},
		"own-elements":       {imported},
		// These engines do not let an update clear an attribute.
		"null-refused":       {{"apply minimal", "Could not update the "}},
		"empty-list-refused": {{"apply minimal", "Could not update the "}},
		"null-ignored":       {{"hold minimal", ""}},
		"empty-list-ignored": {{"hold minimal", ""}},
		"joined-elements":    {{"hold changed", ""}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", "did not stop in time"}},
		// Plural data sources, and data sources that find an object by name, read lists.
		"no-lists": {{"plan lists", "Could not list the "}},
	}
}
