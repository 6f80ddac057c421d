// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"strings"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/describe"
)

func describeFunction() Function {
	return Function{
		Name: "describe",
		definition: tffunction.Definition{
			Summary: "Describes an alert in one sentence",
			MarkdownDescription: "Describes in one English sentence what an alert does: \"Every 5 minutes: alert when the average of pressure " +
				"over 10 minutes is above 8\". " +
				"The sentence names attributes and assets. If an attribute has no name, the sentence has the label of its item or, without a " +
				"label, the id. The sentence also says what the alert lacks. It puts common cron expressions into words and quotes others. If the " +
				"object is not an alert, the function reports an error. Use the function for outputs, documentation and reviews of many alerts.",
			Parameters: []tffunction.Parameter{
				tffunction.DynamicParameter{
					Name:               "alert",
					CustomType:         rawType{},
					AllowUnknownValues: true,
					MarkdownDescription: "An `engine_alert`, or an object with attributes of an alert. If a value in the sentence is known only " +
						"after the apply, the sentence is known only after the apply, too. The `id` is not in the sentence.",
				},
			},
			Return: tffunction.StringReturn{},
		},
		run: runDescribe,
	}
}

func runDescribe(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var argument rawValue
	if err := arguments.Get(ctx, &argument); err != nil {
		return nil, err
	}
	alert, known, err := readAlert(argument.Value)
	if err != nil {
		return nil, err
	}
	var sentence string
	if known {
		if wrong := noAlert(alert); wrong != "" {
			return nil, wrongArgument(0, "this is not an alert: %s", wrong)
		}
		sentence, known = describe.Alert(alert)
	}
	if !known {
		return types.StringUnknown(), nil
	}
	return sentence, nil
}

// noAlert explains why an object is not an alert. It returns "" if the object may be an alert. A name and tags alone do not make an object
// an alert, because many other kinds of objects have them.
func noAlert(alert map[string]any) string {
	if kind, ok := alert["type"].(string); ok && !strings.EqualFold(kind, "rate") && !strings.EqualFold(kind, "cron") {
		return "type is neither rate nor cron"
	}
	for name := range alert {
		if isCondition(name) {
			return ""
		}
	}
	return "it lacks all attributes of a schedule or a condition, such as type, stmt_operator or alert_items"
}

// isCondition reports whether an alert's attribute belongs to its schedule or condition, such as rate_value or stmt_operator.
func isCondition(name string) bool {
	return name == "type" || name == "alert_items" || strings.HasPrefix(name, "stmt_") || strings.HasPrefix(name, "rate_") ||
		strings.HasPrefix(name, "cron_")
}
