// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestTerraformPrintsEachWarning plans a widget with several invalid values, one of which comes from a variable. Terraform must print a
// headline with the attribute for each value, and must not count similar warnings.
func TestTerraformPrintsEachWarning(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	terraformtest.Write(t, dir, "main.tf", startEngine(t, refserver.Options{}).Config(`
		variable "start" {
		  default = "yesterday"
		}
		resource "engine_widget" "it" {
		  name             = "w"
		  tab              = "t"
		  type             = "text"
		  timezone         = "Europe/Berlni"
		  refresh_interval = "often"
		  timestamp_gte    = var.start
		}
		resource "engine_component" "it" {
		  type                = "connectr"
		  name                = "c"
		  version             = "1"
		  deployment_capacity = "small"
		}
	`))
	printed := terraformtest.Do(t, terraformtest.NewReattached(t, dir, provider.NewPlugin("test")), []string{"plan"})
	for _, attribute := range []string{"timezone", "refresh_interval", "timestamp_gte", "type"} {
		if got := strings.Count(printed, "Warning: "+attribute+": "); got != 1 {
			t.Errorf("%d warnings about %s in\n%s", got, attribute, printed)
		}
	}
	if strings.Contains(printed, "similar warning") {
		t.Errorf("similar warnings are counted:\n%s", printed)
	}
}
