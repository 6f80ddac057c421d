// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

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

// testEngine is the reference server of one test.
type testEngine struct {
	*providertest.Engine
}

func startEngine(t *testing.T, options refserver.Options) *testEngine {
	t.Helper()
	return &testEngine{providertest.StartEngine(t, options)}
}

// writes returns the requests so far that are not reads.
func (e *testEngine) writes() []refserver.Request {
	var writes []refserver.Request
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			writes = append(writes, r)
		}
	}
	return writes
}

// methods returns the HTTP methods of the writes so far.
func (e *testEngine) methods() []string {
	var methods []string
	for _, r := range e.writes() {
		methods = append(methods, r.Method)
	}
	return methods
}

// factories returns the provider under the name "engine".
func factories() servers { return servers{"engine": comparing} }

// comparing makes a server that runs each call through the framework too, and fails if the result differs.
func comparing() tfprotov6.ProviderServer {
	return provider.NewComparedServer("test", providertest.Difference)
}

var (
	localBlocks        = regexp.MustCompile(`(?ms)^locals \{\n.*?^\}\n`)
	resourceBlocks     = regexp.MustCompile(`(?m)^resource "(engine_\w+)" "(\w+)" \{`)
	resourceReferences = regexp.MustCompile(`\b(engine_\w+)\.(\w+)`)
)

// onEach repeats the objects of a configuration for each of several engines, so that one Terraform can serve all engines. Each engine
// gets a provider with the engine's name, and a label such as "it" becomes "it_NAME". It returns the configuration and the providers.
// Aliases of one provider would not work: in a test they share one server, which can be configured only once.
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
