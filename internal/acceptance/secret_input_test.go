// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestForgottenJSONEncode has secrets that are given as they are: the error names the place and the function, and quotes
// nothing.
func TestForgottenJSONEncode(t *testing.T) {
	t.Parallel()
	const secret = "hush hush never"
	for _, member := range []string{`value_wo = var.token, value_wo_version = 1`, `sensitive = true, value = var.token`, `choices = var.token`, `extra = var.token`} {
		name, _, _ := strings.Cut(member[strings.LastIndex(member[:strings.Index(member, "var.")], ",")+1:], " =")
		name = strings.TrimSpace(name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			variable := fmt.Sprintf("variable \"token\" {\n  default   = %q\n  sensitive = true\n}\n", secret)
			resource.Test(t, resource.TestCase{
				TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
				ProtoV6ProviderFactories: factories(),
				Steps:                    []resource.TestStep{{Config: e.Config(variable + secretOwner(member))}},
				ErrorCheck: func(err error) error {
					for _, place := range []string{"input[1].", "custom_types[0].fields[1].", "routines[0].config[0]."} {
						if !words(place + name + " has to be JSON text; jsonencode(...) writes it").MatchString(err.Error()) {
							t.Errorf("nothing about %s%s in %s", place, name, err)
						}
					}
					if strings.Contains(err.Error(), "hush") {
						t.Errorf("the secret is printed: %s", err)
					}
					return nil
				},
			})
			if requests := e.Requests(); len(requests) > 0 {
				t.Errorf("the engine was asked %d times", len(requests))
			}
		})
	}
}
