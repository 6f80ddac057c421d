// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

// Explanation describes test failures that no provider can avoid, because the engine deviates from INTERFACE.md. Step is the beginning of
// the test step's name. Words is a regular expression for the failure: an error, a change in a plan, or a wrong value in the engine.
// docs/guides/engines.md explains the same failures to users.
type Explanation struct{ Step, Words string }

// Explanations maps each habit (a deviation from INTERFACE.md) to the test steps that may fail on an engine with this habit, and to
// patterns for these failures. For all other habits, every step must succeed.
func Explanations() map[string][]Explanation {
	// imported returns the explanation for a case in which the plan after an import contains an update, because the imported values differ
	// from the configuration.
	imported := func(words string) Explanation { return Explanation{"plan import", words + `.* \[update\]$`} }
	// These are the errors if a component with running = true never starts. Every apply fails, and every plan tries to start the component
	// again.
	stopped := []Explanation{
		{"apply", `^engine_component\.running: The component does not run`}, {"plan", `^engine_component\.running\.running: true, not false`},
	}
	// In step "minimal", the configuration no longer has elements in the lists with these names, so the provider sends []. If the engine
	// rejects or ignores empty lists, their elements remain.
	const lists = `(\w+_items|assets|config|destinations_list|endpoints|filter_status|input|output|tags|\w*thresholds|value_mappings)`
	return map[string][]Explanation{
		"text-durations":     {{"hold full", `^widget 0\.refresh_interval: "30", not "30s"$`}},
		"own-defaults":       {imported(`: interface \{\}\(nil\), not (true|1|"\w+")`), {"hold full", `^\w+ \d\.\w+: nothing, not (true|"1"|"avg")$`}},
		"id-references":      {imported(`\.(name|type): "[\w ]+", not interface \{\}\(nil\)`)},
		"renamed-references": {imported(`\.name: .*, not "The engine's `), {"hold changed", `\.tags\[0\]\.name: "The engine's t-2", not nothing$`}},
		"own-elements":       {imported(`, not .*(engine[-_]own|"ref_id":"ENG")`)},
		"null-refused":       {{"apply minimal", `Could not update the .* The engine rejected \w+: This field must not be empty\.`}},
		"empty-list-refused": {{"apply minimal", `Could not update the .* The engine rejected ` + lists + `: This field must not be empty\.`}},
		"null-ignored":       {{"hold minimal", `: .*, not nothing$`}},
		"empty-list-ignored": {{"hold minimal", `\.` + lists + `: .*, not nothing$`}},
		"joined-elements":    {{"hold changed", `^dashboard 0\.tags\[\d\]: .*"t-1".*, not nothing$`}},
		"no-deployment":      stopped,
		"start-refused":      stopped,
		"start-fails":        stopped,
		"never-stops":        {{"apply", `^engine_component\.running: .* did not stop in time`}},
		"no-lists":           {{"plan lists", `^data\.engine_\w+\.\w+: Could not list the .*: 40[45] `}},
	}
}
