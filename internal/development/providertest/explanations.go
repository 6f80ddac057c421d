// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

// PlanNotEmpty is the error text of a test's step if a plan that should be empty has changes.
const PlanNotEmpty = "the plan is not empty"

// Explanation allows one error or one plan with changes that no provider could avoid on an engine with a certain habit: in steps whose
// names begin with Step, Terraform's output may contain Words. The same is documented for users in docs/guides/engines.md.
type Explanation struct{ Step, Words string }

// Explanations returns, for each habit (a switch that makes the reference server behave differently), the errors and plans that it makes
// unavoidable. With a habit that is not a key, every step of a test must succeed.
func Explanations() map[string][]Explanation {
	// On these engines, an import shows other names, another order, or more or fewer values than the configuration declares. The plan after
	// the import is therefore an update.
	imported := Explanation{"plan import", "[update]"}
	// On these engines, a component with running = true never runs. So every apply fails, and every plan wants to start the component.
	stopped := []Explanation{{"apply", "The component does not run"}, {"plan", PlanNotEmpty}}
	return map[string][]Explanation{
		"text-durations":     {{"hold", "refresh_interval"}},
		"own-defaults":       {imported, {"hold", ""}},
		"id-references":      {imported},
		"reordered-elements": {imported},
		"renamed-references": {imported, {"hold", "name"}},
		"own-elements":       {imported},
		// Engines with one of these two habits refuse an update that clears an attribute.
		"null-refused":       {{"apply minimal", "Could not update the "}},
		"empty-list-refused": {{"apply minimal", "Could not update the "}},
		"null-ignored":       {{"hold minimal", ""}},
		"empty-list-ignored": {{"hold minimal", ""}},
		"joined-elements":    {{"hold changed", ""}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", "did not stop in time"}},
		// Without lists, plural data sources such as engine_alerts fail, and so do data sources that look up an object by its name.
		"no-lists": {{"plan lists", "Could not list the "}},
	}
}
