// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// badHour is an hour of recorded sensor data. From 8:15 on, the pump needs twice the power for the same flow, so the alert fires.
//
//go:embed bad_hour.csv
var badHour []byte

// demo has the data that the steps share. Each step needs the results of the steps before it.
type demo struct {
	provider  string
	folder    string // absolute
	terraform *terraform.Terraform
	alert     alert // the alert before a request changes it
}

func newDemo() (*demo, error) {
	folder, err := filepath.Abs(workFolder)
	if err != nil {
		return nil, err
	}
	environment := []string{"TF_INPUT=0", "TF_CLI_ARGS=-no-color"}
	for _, name := range []string{"ENGINE_BASE_URL", "ENGINE_ACCESS_ID", "ENGINE_SECRET_KEY"} {
		environment = append(environment, name+"="+os.Getenv(name))
	}
	d := &demo{provider: os.Getenv("PROVIDER"), folder: folder}
	d.terraform, err = terraform.New(os.Getenv("TERRAFORM"), folder, d.provider, environment...)
	return d, err
}

// step is one step of the demo. take runs the step and returns a sentence about its result, which the demo prints.
type step struct {
	name string
	take func(context.Context) (result string, err error)
}

func (d *demo) steps() []step {
	return []step{
		{"Start of the reference server", d.findServer},
		{"Init", d.initialize},
		{"Apply of " + exampleFolder, d.create},
		{"Second plan", d.planIsEmpty},
		{"Another value for every object", d.changeEveryObject},
		{"Plan after it", d.planIsEmpty},
		{"Change behind Terraform's back", d.changeAlert},
		{"Apply after it", d.restoreAlert},
		{"Destroy", d.destroy},
		{"Rehearsal of an alert", d.rehearse},
	}
}

func (d *demo) findServer(ctx context.Context) (string, error) {
	return os.Getenv("ENGINE_BASE_URL") + ", keeps its objects in a file", request(ctx, http.MethodGet, alertsPath, "", new(struct{}))
}

func (d *demo) initialize(ctx context.Context) (string, error) {
	output, err := d.terraform.Run(ctx, "version")
	if err != nil {
		return "", err
	}
	version, _, _ := strings.Cut(output, "\n")
	return version + " takes the built provider from a mirror on disk", d.terraform.Init(ctx)
}

func (d *demo) create(ctx context.Context) (string, error) {
	if _, err := d.terraform.Run(ctx, "apply", "-auto-approve"); err != nil {
		return "", err
	}
	found, err := countObjects(ctx)
	return fmt.Sprintf("the server has %s: %s", quantity(found.total(), "object"), found), err
}

func (d *demo) planIsEmpty(ctx context.Context) (string, error) {
	_, err := d.terraform.Run(ctx, "plan", "-detailed-exitcode")
	return "no changes", err
}

const planFile = "demo.tfplan"

func (d *demo) planJSON(ctx context.Context) (string, error) {
	if _, err := d.terraform.Run(ctx, "plan", "-out="+planFile); err != nil {
		return "", err
	}
	return d.terraform.Run(ctx, "show", "-json", planFile)
}

func (d *demo) plan(ctx context.Context) ([]resourceChange, error) {
	text, err := d.planJSON(ctx)
	if err != nil {
		return nil, err
	}
	return changesOf(text)
}

// changeEveryObject changes the configuration's variables. The plan must update every object of the server in place, each in exactly one
// attribute. Then it applies the plan.
func (d *demo) changeEveryObject(ctx context.Context) (string, error) {
	if err := copyFile(filepath.Join(d.folder, "changed.auto.tfvars"), filepath.Join(exampleFolder, "changed.tfvars")); err != nil {
		return "", err
	}
	changes, err := d.plan(ctx)
	if err != nil {
		return "", err
	}
	updates, attributes := counts{}, map[string]string{}
	for _, c := range changes {
		attribute, err := c.changedAttribute()
		if err != nil {
			return "", err
		}
		updates[c.kind()]++
		attributes[c.kind()] = attribute
	}
	found, err := countObjects(ctx)
	if err != nil {
		return "", err
	}
	if !maps.Equal(updates, found) {
		return "", fmt.Errorf("the plan updates %s, but the server has %s", updates, found)
	}
	texts := updates.list()
	for i, kind := range kinds() {
		texts[i] = attributes[kind[0]] + " of " + texts[i]
	}
	_, err = d.terraform.Run(ctx, "apply", planFile)
	return fmt.Sprintf("%s in place, none created, replaced or destroyed: %s",
		quantity(updates.total(), "update"), strings.Join(texts, ", ")), err
}

// changeAlert sets the severity of an alert with a direct request, as somebody else could. The next plan must show only this change.
func (d *demo) changeAlert(ctx context.Context) (string, error) {
	var list struct{ Results []alert }
	if err := request(ctx, http.MethodGet, alertsPath, "", &list); err != nil {
		return "", err
	}
	if len(list.Results) == 0 {
		return "", fmt.Errorf("the list %s is empty", alertsPath)
	}
	d.alert = list.Results[0]
	const severity = "SEV1"
	if d.alert.Severity == severity {
		return "", fmt.Errorf("%s already has the severity %s", d.alert.Name, severity)
	}
	if err := request(ctx, http.MethodPatch, alertsPath+d.alert.ID+"/", `{"severity": "`+severity+`"}`, new(alert)); err != nil {
		return "", err
	}
	changes, err := d.plan(ctx)
	if err != nil {
		return "", err
	}
	if len(changes) != 1 {
		return "", fmt.Errorf("the plan changes %s instead of one", quantity(len(changes), "resource"))
	}
	c := changes[0]
	attribute, err := c.changedAttribute()
	if err != nil {
		return "", err
	}
	if c.before["id"] != d.alert.ID || attribute != "severity" || c.before[attribute] != severity || c.after[attribute] != d.alert.Severity {
		return "", fmt.Errorf("the plan changes %s of %s from %v to %v instead of the severity of the alert %s",
			attribute, c.Address, c.before[attribute], c.after[attribute], d.alert.Name)
	}
	return fmt.Sprintf("a request made %q %s; the plan finds just that, %s: severity %s -> %s",
		d.alert.Name, severity, c.Address, severity, d.alert.Severity), nil
}

func (d *demo) restoreAlert(ctx context.Context) (string, error) {
	if _, err := d.terraform.Run(ctx, "apply", planFile); err != nil {
		return "", err
	}
	var now alert
	if err := request(ctx, http.MethodGet, alertsPath+d.alert.ID+"/", "", &now); err != nil {
		return "", err
	}
	if now != d.alert {
		return "", fmt.Errorf("the alert is %+v, but it was %+v", now, d.alert)
	}
	return fmt.Sprintf("%q is %s again", now.Name, now.Severity), nil
}

func (d *demo) destroy(ctx context.Context) (string, error) {
	if _, err := d.terraform.Run(ctx, "destroy", "-auto-approve"); err != nil {
		return "", err
	}
	left, err := countObjects(ctx)
	if err == nil && left.total() > 0 {
		err = fmt.Errorf("the server still has %s", left)
	}
	return "the server is empty, its " + quantity(len(left), "list") + " count 0 objects", err
}

// rehearse runs the provider's subcommand rehearse, which evaluates the alerts of a plan on recorded data. It creates no object and sends
// no request to the engine.
func (d *demo) rehearse(ctx context.Context) (string, error) {
	// The alert fires if the mean of 15 minutes is above 0.6. At 8:15, the mean is above 0.6 for the first time: (0.5 + 0.5 + 1) / 3 =
	// 0.67.
	const alert, fires = `engine_alert.energy_use["north"]`, "2026-03-01T08:15:00Z"
	text, err := d.planJSON(ctx)
	if err != nil {
		return "", err
	}
	plan, data := filepath.Join(d.folder, "plan.json"), filepath.Join(d.folder, "series.csv")
	for file, content := range map[string][]byte{plan: []byte(text), data: badHour} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			return "", err
		}
	}
	command := process.Command(ctx, d.provider, "rehearse", "-json", "-plan", plan, "-series", data, "-must-fire", alert)
	var output, messages bytes.Buffer
	command.Stdout, command.Stderr = &output, &messages
	if err := process.Run(command); err != nil {
		return "", fmt.Errorf("rehearse: %w\n%s%s", err, messages.String(), output.String())
	}
	var report struct {
		Alerts []struct {
			Address    string
			FirstFired time.Time `json:"first_fired"`
			Summary    string
		}
	}
	if err := json.Unmarshal(output.Bytes(), &report); err != nil {
		return "", err
	}
	for _, a := range report.Alerts {
		if a.Address == alert && a.FirstFired.Format(time.RFC3339) == fires {
			return fmt.Sprintf("on a bad hour %s would have %s", a.Address, a.Summary), nil
		}
	}
	return "", fmt.Errorf("%s did not fire at %s: %s", alert, fires, output.String())
}
