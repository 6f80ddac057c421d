// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

// PlanNotEmpty is said of a plan with changes where there should be none.
const PlanNotEmpty = "the plan is not empty"

// Explanation is what may happen under a habit because nothing else can: in the steps whose names begin so, an error or a
// plan with these words. docs/guides/engines.md tells users the same.
type Explanation struct{ Step, Words string }

// Explanations are those of each habit. A habit that is not here changes nothing for users.
func Explanations() map[string][]Explanation {
	// An import shows what the engine answers: its names and its order, and less or more than was declared.
	imported := Explanation{"plan import", "[update]"}
	// A component that is declared to run and does not is an error, and stays in every plan.
	stopped := []Explanation{{"apply", "The component does not run"}, {"plan", PlanNotEmpty}}
	return map[string][]Explanation{
		"text-durations":     {{"hold", "refresh_interval"}},
		"own-defaults":       {imported, {"hold", ""}},
		"id-references":      {imported},
		"reordered-elements": {imported},
		"renamed-references": {imported, {"hold", "name"}},
		"own-elements":       {imported},
		// What is no longer declared can't be cleared.
		"null-refused":       {{"apply minimal", "Could not update the "}},
		"empty-list-refused": {{"apply minimal", "Could not update the "}},
		"null-ignored":       {{"hold minimal", ""}},
		"empty-list-ignored": {{"hold minimal", ""}},
		"joined-elements":    {{"hold changed", ""}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", "did not stop in time"}},
		// Data sources in the plural, and those by name, are read from lists.
		"no-lists": {{"plan lists", "Could not list the "}},
	}
}
