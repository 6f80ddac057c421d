// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// testEngine is a reference server that runs for one test.
type testEngine struct {
	*providertest.Engine
}

func startEngine(t *testing.T, options refserver.Options) *testEngine {
	t.Helper()
	return &testEngine{providertest.StartEngine(t, options)}
}

func (e *testEngine) writes() []refserver.Request {
	var writes []refserver.Request
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			writes = append(writes, r)
		}
	}
	return writes
}

// methods returns the HTTP methods of the received writes, in order. It skips reads.
func (e *testEngine) methods() []string {
	var methods []string
	for _, r := range e.writes() {
		methods = append(methods, r.Method)
	}
	return methods
}

func factories() servers { return servers{"engine": comparing} }

// comparing returns the provider for tests. It computes every answer twice, with the plugin framework and with the provider's own faster
// code. It fails if the two answers differ.
func comparing() tfprotov6.ProviderServer {
	return provider.NewComparedServer("test", providertest.Difference)
}

var (
	localBlocks        = regexp.MustCompile(`(?ms)^locals \{\n.*?^\}\n`)
	resourceBlocks     = regexp.MustCompile(`(?m)^resource "(engine_\w+)" "(\w+)" \{`)
	resourceReferences = regexp.MustCompile(`\b(engine_\w+)\.(\w+)`)
)

// onEach copies the resources of a configuration for each engine, so that one run of Terraform tests all engines. For the engine "x",
// engine_node.it becomes engine_node.it_x and uses the provider x. Aliases of one provider would not work: in a test, they share one
// server, which Terraform can configure only once.
func onEach(engines map[string]*testEngine, body string) (string, servers) {
	providers := factories() // OpenTofu uses the provider "engine" for import blocks, whatever provider the resource names.
	config := strings.Join(localBlocks.FindAllString(body, -1), "")
	body = localBlocks.ReplaceAllString(body, "")
	for name, e := range engines {
		providers[name] = comparing
		config += strings.Replace(e.Config(""), `"engine"`, `"`+name+`"`, 1)
		objects := resourceReferences.ReplaceAllString(body, "${1}.${2}_"+name)
		config += resourceBlocks.ReplaceAllString(objects, "resource \"${1}\" \"${2}_"+name+"\" {\n  provider = "+name)
	}
	return config, providers
}
