// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"strings"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

func ruleCatalogFunction() Function {
	return Function{
		Name: "rule_catalog",
		definition: tffunction.Definition{
			Summary: "Reads rules of alerts from YAML",
			MarkdownDescription: "Reads a rule catalog: YAML with rules, from which a module makes alerts. All mistakes are reported at " +
				"once, with line, column and path: " +
				"unknown or repeated keys, values of a wrong type or outside of their list, and impossible schedules.\n\n" +
				"The result has `version`, `defaults` and `rules`, an object with the rules by their names. Use `deep_merge` to merge defaults, " +
				"rules and further layers. The result has only keys that the catalog has, and keeps nulls, so that the merge works. If two keys " +
				"exclude each other, such as `rate` and `cron`, and the catalog has one of them, the other one is null. So a rule with `cron` " +
				"replaces the `rate` of the defaults.\n\n" +
				"In the result, `window` is a number of seconds, `rate` a string such as `5 minutes`, `cron` a string of six parts, and `tags` are " +
				"objects with `id` and `name`, however the catalog writes them. Elements of `thresholds` and `items` have all members; missing " +
				"members are null. Top-level keys that begin with `x-` are left out: use them for YAML anchors.\n\n" +
				"The JSON schema [rule-catalog.json](https://github.com/engine-platform/terraform-provider-engine/blob/main/docs/schemas/" +
				"rule-catalog.json) lets editors complete and check catalogs.\n\n" +
				rulecatalog.Reference(),
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{Name: "text", MarkdownDescription: "The catalog, for example `file(\"rules.yaml\")`."},
			},
			Return: tffunction.DynamicReturn{CustomType: rawType{}},
		},
		run: withString(readRules),
	}
}

func readRules(text string) (any, *tffunction.FuncError) {
	catalog, err := rulecatalog.Read(text)
	switch {
	case err == nil:
		return rawValue{literalOf(catalog)}, nil
	case strings.Contains(err.Error(), "\n"):
		return nil, wrongArgument(0, "the catalog has several mistakes:\n%v", err)
	default:
		return nil, wrongArgument(0, "%v", err)
	}
}
