// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Docgen helps tfplugindocs to write the pages in docs/. Without arguments, docgen prints the provider's schemas in the format of
// `terraform providers schema -json`, so that tfplugindocs does not need Terraform. After tfplugindocs, "docgen arrange DIRECTORY"
// completes the pages. For example, it groups the attributes into sections, adds links to the guides, and lists the reference server's
// habits (deviations from INTERFACE.md). "docgen rule-catalog" prints the JSON schema of rule catalogs. Docgen imports the provider, the
// catalog and the habits. Start reading in schemas.go and page.go.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

// providerKey is the key under which tfplugindocs expects the schemas of a provider named engine, regardless of the provider's real
// namespace.
const providerKey = "registry.terraform.io/hashicorp/engine"

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, arguments []string) error {
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	switch {
	case slices.Equal(arguments, []string{"rule-catalog"}):
		_, err := fmt.Print(rulecatalog.Schema())
		return err
	case len(arguments) == 2 && arguments[0] == "arrange":
		return arrange(arguments[1])
	}
	schemas, err := readSchemas(ctx, provider.NewServer("dev")())
	if err != nil {
		return err
	}
	return out.Encode(tfjson.ProviderSchemas{
		FormatVersion: "1.0",
		Schemas:       map[string]*tfjson.ProviderSchema{providerKey: schemas},
	})
}
