// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

// PlanNotEmpty is the error of a test's step if a plan should be empty and has changes.
const PlanNotEmpty = "the plan is not empty"

// Explanation describes an error, or a plan with changes, that a habit of the reference server makes unavoidable for any provider. In test
// steps whose names begin with Step, Terraform's output may contain Words. The guide docs/guides/engines.md tells users the same.
type Explanation struct{ Step, Words string }

// Explanations returns, for each habit of the reference server, the errors and plans that no provider could avoid under it. Under a habit
// that is not a key, every step of a test must succeed.
func Explanations() map[string][]Explanation {
	// The habits below with the value imported change what an import shows: other names, another order, or more or fewer values than the
	// configuration declares. So the plan after the import is an update.
	imported := Explanation{"plan import", "[update]"}
	// On engines with a habit that has the value stopped, a component with running = true never runs. So every apply fails, and every plan
	// wants to start the component.
	stopped := []Explanation{{"apply", "The component does not run"}, {"plan", PlanNotEmpty}}
	return map[string][]Explanation{
		"text-durations":     {{"hold", "refresh_interval"}},
		"own-defaults":       {imported, {"hold", ""}},
		"id-references":      {imported},
		"reordered-elements": {imported},
		"renamed-references": {imported, {"hold", "name"}},
		"own-elements":       {imported},
		// Under each of the next two habits, the engine refuses an update that clears an attribute.
		"null-refused":       {{"apply minimal", "Could not update the "}},
		"empty-list-refused": {{"apply minimal", "Could not update the "}},
		"null-ignored":       {{"hold minimal", ""}},
		"empty-list-ignored": {{"hold minimal", ""}},
		"joined-elements":    {{"hold changed", ""}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", "did not stop in time"}},
		// If the engine answers no list requests, plural data sources such as engine_alerts fail, and so do data sources that look up an
		// object by its name.
		"no-lists": {{"plan lists", "Could not list the "}},
	}
}
