// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"strings"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/rulecatalog"
)

func ruleCatalogFunction() Function {
	return Function{
		Name: "rule_catalog",
		definition: tffunction.Definition{
			Summary: "Rules of alerts from a YAML text",
			MarkdownDescription: "Reads a rule catalog: a YAML text of rules, of which a module makes alerts. What is wrong with it is told all at once, each with line, column " +
				"and path: keys that are not known or there twice, values of a wrong type or outside of their list, schedules that no clock has.\n\n" +
				"The result has `version`, `defaults` and `rules`, an object of the rules by their names. Keys that the catalog lacks are absent and nulls stay, so that " +
				"`deep_merge` can lay defaults, rules and what else there is on each other. Of two keys that exclude each other, such as `rate` and `cron`, the one " +
				"that is there makes the other null, so that a rule can switch to another kind than that of the defaults.\n\n" +
				"Every value comes in one form however it was written: `window` as a number of seconds, `rate` as a text such as `5 minutes`, `cron` as a text of six parts, " +
				"`tags` as objects with `id` and `name`; elements of `thresholds` and `items` have all members, null where there is none. " +
				"Top-level keys that begin with `x-` are left out: a place for anchors.\n\n" +
				"Editors complete and check catalogs with the JSON schema `docs/schemas/rule-catalog.json` of this provider.\n\n" + rulecatalog.Reference(),
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{Name: "text", MarkdownDescription: "The catalog, for example `file(\"rules.yaml\")`."},
			},
			Return: tffunction.DynamicReturn{CustomType: rawType{}},
		},
		run: runRuleCatalog,
	}
}

func runRuleCatalog(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var text string
	if err := arguments.Get(ctx, &text); err != nil {
		return nil, err
	}
	catalog, err := rulecatalog.Read(text)
	switch {
	case err == nil:
		return rawValue{written(catalog)}, nil
	case strings.Contains(err.Error(), "\n"):
		return nil, wrongArgument(0, "the catalog has several mistakes:\n%v", err)
	default:
		return nil, wrongArgument(0, "%v", err)
	}
}
