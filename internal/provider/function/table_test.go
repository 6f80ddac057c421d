// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

var update = flag.Bool("update", false, "write the results into testdata/calls")

// TestCalls evaluates the expressions in testdata/calls and compares the results. The name of each section is an expression. The section
// contains its expected result as JSON, or the expected error with the argument's number. The attributes at the beginning of a file are
// variables for the expressions in the file.
func TestCalls(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/calls/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no tables", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			scope := scopeOf(t, archive.Comment)
			for i, section := range archive.Files {
				got := evaluate(t, section.Name, scope) + "\n"
				if want := string(section.Data); !*update && got != want {
					t.Errorf("%s: -want +got:\n%s", section.Name, cmp.Diff(want, got))
				}
				archive.Files[i].Data = []byte(got)
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// evaluate returns the result of an expression, or the error of the provider function that it calls.
func evaluate(t *testing.T, text string, scope *hcl.EvalContext) string {
	t.Helper()
	expression, problems := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if problems.HasErrors() {
		t.Fatalf("%s: %v", text, problems)
	}
	value, problems := expression.Value(scope)
	if !problems.HasErrors() {
		return show(t, value)
	}
	var failed function.ArgError
	for _, problem := range problems {
		if call, ok := hcl.DiagnosticExtra[hclsyntax.FunctionCallDiagExtra](problem); ok && errors.As(call.FunctionCallError(), &failed) {
			return fmt.Sprintf("error in argument %d: %v", failed.Index, failed)
		}
	}
	t.Fatalf("%s: %v", text, problems)
	return ""
}

// scopeOf returns the functions and variables that expressions can use: the provider's functions, some of Terraform's functions, unknown
// values, and the attributes in text, which is HCL. An attribute can refer to earlier attributes.
func scopeOf(t *testing.T, text []byte) *hcl.EvalContext {
	t.Helper()
	scope := &hcl.EvalContext{
		Functions: map[string]function.Function{
			"merge": stdlib.MergeFunc, "replace": stdlib.ReplaceFunc, "toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
			"tomap": stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)), "tolist": stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
		},
		Variables: map[string]cty.Value{
			"unknown":        cty.DynamicVal,
			"unknown_string": cty.UnknownVal(cty.String),
			"unknown_object": cty.UnknownVal(cty.Object(map[string]cty.Type{"b": cty.String})),
			"unknown_list":   cty.UnknownVal(cty.List(cty.Object(map[string]cty.Type{"b": cty.String}))),
			"null_object":    cty.NullVal(cty.Object(map[string]cty.Type{"b": cty.String})),
		},
	}
	for _, name := range []string{"cron", "deep_merge", "describe", "expression_plain", "layout", "query_plain", "rate", "rehearse", "rule_catalog"} {
		scope.Functions[name] = providerFunction(t, name)
	}
	file, problems := hclsyntax.ParseConfig(text, "", hcl.InitialPos)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	attributes, problems := file.Body.JustAttributes()
	for len(attributes) > 0 && !problems.HasErrors() {
		first := ""
		for name, attribute := range attributes {
			if first == "" || attribute.Range.Start.Byte < attributes[first].Range.Start.Byte {
				first = name
			}
		}
		scope.Variables[first], problems = attributes[first].Expr.Value(scope)
		delete(attributes, first)
	}
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return scope
}

func providerFunction(t *testing.T, name string) function.Function {
	t.Helper()
	return function.New(&function.Spec{
		VarParam: &function.Parameter{
			Name: "arguments", Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true, AllowDynamicType: true,
		},
		Type: function.StaticReturnType(cty.DynamicPseudoType),
		Impl: func(arguments []cty.Value, _ cty.Type) (cty.Value, error) {
			result, err := call(t, name, arguments...)
			switch {
			case err == nil:
				return result, nil
			case err.FunctionArgument == nil:
				return cty.NilVal, function.NewArgErrorf(-1, "%s", err.Text)
			}
			return cty.NilVal, function.NewArgErrorf(int(*err.FunctionArgument), "%s", err.Text)
		},
	})
}
