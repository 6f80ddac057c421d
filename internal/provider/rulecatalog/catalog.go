// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rulecatalog reads rule catalogs: YAML texts with rules from which Terraform modules make alerts. catalog.go defines the syntax
// once. Read checks a text against this definition, and Schema converts the definition to a JSON schema for editors.
//
// The package imports attribute, cron and expression. Start reading in catalog.go.
package rulecatalog

import (
	"regexp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// Read parses a rule catalog into the keys version, defaults and rules. Values are string, bool, *big.Float, []any, map[string]any, and nil
// for null. The error for a wrong catalog is a *Problems with all mistakes.
func Read(text string) (map[string]any, error) {
	r := &reader{}
	root := r.parse(text)
	if root == nil {
		return nil, &r.problems
	}
	value, _ := catalogForm().read(r, root, nil)
	if r.count() > 0 {
		return nil, &r.problems
	}
	catalog, _ := value.(map[string]any)
	if catalog["defaults"] == nil {
		catalog["defaults"] = map[string]any{}
	}
	return catalog, nil
}

func catalogForm() form {
	return mapping{
		noun:     "a mapping with version and rules",
		ownKeys:  "x-",
		required: []string{"version", "rules"},
		fields: []field{
			{name: "version", about: "Version of the catalog's format.", form: constant(1)},
			{name: "defaults", about: "Values for all rules that do not set them.", form: ruleForm(), optional: true},
			{name: "rules", about: "The rules by their names.", form: named{
				noun: "a mapping of names to rules", names: ruleName, nameForm: "letters, digits, dots, underscores and dashes, at most 100, the " +
					"first a letter or a digit",
				of: ruleForm(),
			}},
		},
	}
}

var ruleName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// ruleForm defines the fields of a rule, which are also the fields of the catalog's defaults. Any field may be null. A module merges the
// defaults with a rule (deep_merge), and a null in the rule removes the default value.
func ruleForm() mapping {
	return mapping{
		noun:      "a mapping with the fields of a rule",
		reference: "rule",
		pairs: []pair{
			{"rate", "cron"}, {"threshold", "thresholds"}, {"text", "thresholds"}, {"attribute", "items"}, {"attribute", "target"},
		},
		check: checkTarget,
		fields: []field{
			{name: "name", about: "Name of the alert.", form: text{}, optional: true},
			{name: "description", about: "Description of the alert.", form: text{}, optional: true},
			{
				name: "severity", about: "Severity: SEV1 is the most critical, SEV8 the least.", optional: true,
				form: oneOf("SEV1", "SEV2", "SEV3", "SEV4", "SEV5", "SEV6", "SEV7", "SEV8"),
			},
			{name: "attribute", about: "Attribute of the asset whose values are compared. For several attributes, or for an expression, " +
				"use items and target.", form: text{}, optional: true},
			{
				name: "items", about: "Items (variables) of the condition.", form: items{sequence{of: itemForm(), least: 1}},
				optional: true,
			},
			{name: "target", about: "ref_id of the item whose value is compared.", form: refID(), optional: true},
			{name: "aggregation", about: "Aggregation of the values in the window.", form: oneOf(expression.Aggregations()...), optional: true},
			{
				name: "operator", about: "Comparison of the value with each threshold: at least (ge), at most (le), equal to (eq), above (gt) or " +
					"below (lt).",
				form: oneOf(expression.Operators()...), optional: true,
			},
			{name: "threshold", about: "Threshold of the status \"alert\". For several thresholds, use thresholds.", form: number(), optional: true},
			{name: "text", about: "Text for the status when the threshold is reached.", form: text{most: 400}, optional: true},
			{name: "thresholds", about: "Thresholds, checked in their order.", form: sequence{of: thresholdForm(), least: 1}, optional: true},
			{name: "window", about: "Time window of the condition: a text such as 10m, or a number of seconds.", form: window(), optional: true},
			{name: "rate", about: "How often the alert runs: a text such as 5m, or a number of seconds.", form: rate(), optional: true},
			{name: "cron", about: "When the alert runs: six parts such as \"0 8 * * ? *\", or a mapping of them.", form: cronText{}, optional: true},
			{name: "tags", about: "Tags of the alert: ids, or mappings of id and name.", form: sequence{of: newTag()}, optional: true},
			{name: "destinations", about: "Destinations of notifications, such as e-mail addresses.", form: sequence{of: text{}}, optional: true},
			{name: "notify_no_data", about: "Whether to notify when there is no data.", form: boolean(), optional: true},
			{name: "notify_error", about: "Whether to notify on an error.", form: boolean(), optional: true},
			{name: "notify_timeout", about: "Whether to notify on a timeout.", form: boolean(), optional: true},
			{name: "mute", about: "Whether the alert is muted.", form: boolean(), optional: true},
			{name: "active", about: "Whether the alert is active.", form: boolean(), optional: true},
			{
				name: "assets", about: "Assets of the rule: globs such as pump-*. The default is all assets.", form: sequence{of: text{}},
				optional: true,
			},
		},
	}
}

func thresholdForm() mapping {
	return mapping{
		noun: "a mapping with value and status", required: []string{"value"}, filled: true,
		fields: []field{
			{name: "value", about: "Value with which the target is compared.", form: number()},
			{
				name: "status", about: "Status that the alert takes when the threshold is reached. The default is alert.",
				form: oneOf("alert", "warning", "no_alert"), otherwise: "alert",
			},
			{name: "text", about: "Text for the status.", form: text{most: 400}, optional: true},
		},
	}
}

// itemForm defines an alert item in a rule (wire shapes document, section 4). Its fields imply its type: an item with the field "attribute"
// is a QUERY, with "metadata" a METADATA, and with "expression" an EXPRESSION.
func itemForm() mapping {
	return mapping{
		noun: "a mapping with ref_id and one of attribute, metadata and expression", required: []string{"ref_id"}, filled: true,
		exactlyOne: []string{"attribute", "metadata", "expression"}, implies: "type", implied: typeByField(),
		check: checkItem,
		fields: []field{
			{name: "ref_id", about: "Name of the item in expressions, at most 5 characters.", form: refID()},
			{
				name: "type", about: "Kind of the item. The default follows from the field that the item has.",
				form: oneOf("QUERY", "METADATA", "EXPRESSION"), optional: true,
			},
			{name: "label", about: "Label shown for the item.", form: text{}, optional: true},
			{name: "attribute", about: "Attribute of the asset that a QUERY reads.", form: text{}},
			{name: "metadata", about: "Metadata field of the asset that METADATA reads.", form: text{}},
			{name: "expression", about: "Expression in JavaScript; $A stands for the item with the ref_id A.", form: text{}},
			{name: "group_unit", about: "Unit of time by which values are grouped.", form: oneOf(expression.GroupUnits()...), optional: true},
			{name: "group_function", about: "Function that makes one value of a group.", form: oneOf(expression.Aggregations()...), optional: true},
			{name: "sort_field", about: "Field by which values are sorted.", form: text{}, optional: true},
			{name: "sort_direction", about: "Sort direction: -1 (descending), 0 or 1 (ascending).", form: whole(-1, 1), optional: true},
			{name: "limit", about: "Maximum number of values of the query.", form: whole(1, 10000), optional: true},
		},
	}
}

func refID() form {
	return text{most: 5, like: regexp.MustCompile(`^[A-Za-z0-9_$]+$`), example: "A"}
}
