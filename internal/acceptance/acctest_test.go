// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// TestMain sets environment variables for the Terraform processes that terraform-plugin-testing starts. Each process gets one thread,
// because several tests run in parallel. For OpenTofu, TestMain also sets the provider address that OpenTofu expects.
func TestMain(m *testing.M) {
	variables := map[string]string{"GOMAXPROCS": "1", "CHECKPOINT_DISABLE": "1", "TF_CLI_CONFIG_FILE": os.DevNull}
	if isOpenTofu() {
		variables["TF_ACC_PROVIDER_HOST"], variables["TF_ACC_PROVIDER_NAMESPACE"] = "registry.opentofu.org", "hashicorp"
	}
	for name, value := range variables {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

func isOpenTofu() bool {
	return strings.Contains(filepath.Base(os.Getenv("TF_ACC_TERRAFORM_PATH")), "tofu")
}

// testCase returns a test case with the given steps for resource.ParallelTest. After the last step, the test case destroys all objects and
// fails if the engine is not empty.
func (e *testEngine) testCase(steps ...resource.TestStep) resource.TestCase {
	return resource.TestCase{
		ProtoV6ProviderFactories: protoV6ProviderFactories(),
		CheckDestroy:             func(*terraform.State) error { return e.checkEmpty() },
		Steps:                    steps,
	}
}

func protoV6ProviderFactories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"engine": func() (tfprotov6.ProviderServer, error) { return comparedServer(), nil },
	}
}

func (e *testEngine) checkEmpty() error {
	for _, o := range catalog.Objects() {
		if left := e.Objects(o.Name); len(left) > 0 {
			return fmt.Errorf("%d %s are left: %v", len(left), o.Plural, left)
		}
	}
	return nil
}

// skipOlder makes a test case skip versions of Terraform and OpenTofu that are too old. terraform and openTofu are the oldest minor
// versions that can run the test, for example 12 for version 1.12. A 0 means that no version of that program can run it.
func skipOlder(terraform, openTofu int) []tfversion.TerraformVersionCheck {
	return []tfversion.TerraformVersionCheck{versions{terraform, openTofu}}
}

type versions struct{ terraform, openTofu int }

// CheckTerraformVersion implements tfversion.TerraformVersionCheck.
func (v versions) CheckTerraformVersion(
	_ context.Context, req tfversion.CheckTerraformVersionRequest, resp *tfversion.CheckTerraformVersionResponse,
) {
	needed := v.terraform
	if isOpenTofu() {
		needed = v.openTofu
	}
	if minor := req.TerraformVersion.Segments()[1]; needed == 0 || minor < needed {
		resp.Skip = fmt.Sprintf("version 1.%d lacks what the test needs", minor)
	}
}

// known returns one state check for each given attribute. A check fails if the value in the state does not match.
func known(address string, attributes map[string]knownvalue.Check) (checks []statecheck.StateCheck) {
	for name, check := range attributes {
		checks = append(checks, statecheck.ExpectKnownValue(address, tfjsonpath.New(name), check))
	}
	return checks
}

// pattern returns a regular expression that matches content in Terraform's output, even if Terraform has wrapped the line.
func pattern(content string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(content)
	return regexp.MustCompile(strings.ReplaceAll(quoted, " ", `[\s│]+`))
}

// planCheck adapts a function to plancheck.PlanCheck.
type planCheck func(plan *tfjson.Plan) error

// CheckPlan implements plancheck.PlanCheck.
func (check planCheck) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	resp.Error = check(req.Plan)
}

// after returns a check for the plan that follows an apply. The check fails if the plan reports changes made outside Terraform. Only
// Terraform changes the engine in these tests, so such a report means that the apply stored the wrong state. If the check argument is not
// nil, it must also accept the state, which contains the attributes of each resource and data source by address.
func after(check func(state map[string]map[string]any) error) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PostApplyPostRefresh: []plancheck.PlanCheck{planCheck(func(plan *tfjson.Plan) error {
		for _, drift := range plan.ResourceDrift {
			return fmt.Errorf("the plan after the apply finds that %s has changed", drift.Address)
		}
		state := map[string]map[string]any{}
		if plan.PriorState != nil && plan.PriorState.Values != nil {
			for _, r := range plan.PriorState.Values.RootModule.Resources {
				state[r.Address] = r.AttributeValues
			}
		}
		if check == nil {
			return nil
		}
		return check(state)
	})}}
}
