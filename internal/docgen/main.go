// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Docgen prints the provider's schemas as `terraform providers schema -json` would, so that the pages of docs/ can be
// rendered without Terraform. It imports the provider; nothing imports it. Start reading in schemas.go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// providerKey is where tfplugindocs looks for the schemas of a provider of type engine, whatever its namespace.
const providerKey = "registry.terraform.io/hashicorp/engine"

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	schemas, err := readSchemas(ctx, provider.NewServer("dev")())
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(tfjson.ProviderSchemas{
		FormatVersion: "1.0",
		Schemas:       map[string]*tfjson.ProviderSchema{providerKey: schemas},
	})
}
