// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// demo is the data that the steps share. Each step relies on the results of earlier ones.
type demo struct {
	program, provider string
	folder            workFolder
	serverEnded       func(how string)

	server    *server
	terraform commands
	tampered  alert // the alert before the demo changed it
}

func newDemo(program, provider string, folder workFolder) *demo {
	return &demo{program: program, provider: provider, folder: folder}
}

// step is one step of the demo. take returns a text about its result.
type step struct {
	name string
	take func(context.Context) (shown string, err error)
}

func (d *demo) steps() []step {
	return []step{
		{"Start of the reference server", d.startServer},
		{"Init", d.initialize},
		{"Apply of " + exampleFolder, d.create},
		{"Second plan", d.planIsEmpty},
		{"Another value for every object", d.changeEveryObject},
		{"Plan after it", d.planIsEmpty},
		{"Change behind Terraform's back", d.tamper},
		{"Apply after it", d.mend},
		{"Destroy", d.destroy},
		{"Rehearsal of an alert", d.rehearse},
		{"End of the reference server", d.stopServer},
	}
}

func (d *demo) startServer(context.Context) (string, error) {
	s, err := startServer(d.provider, d.folder, d.serverEnded)
	if err != nil {
		return "", err
	}
	d.server = s
	t, err := terraform.New(d.program, d.folder.example(), d.provider, s.environment()...)
	if err != nil {
		return "", err
	}
	d.terraform = commands{t}
	return s.baseURL + ", keeps its objects in a file", nil
}

func (d *demo) initialize(ctx context.Context) (string, error) {
	version, err := d.terraform.version(ctx)
	if err != nil {
		return "", err
	}
	return version + " takes the built provider from a mirror on disk", d.terraform.Init(ctx)
}

func (d *demo) create(ctx context.Context) (string, error) {
	if err := d.terraform.apply(ctx); err != nil {
		return "", err
	}
	found, err := d.server.countObjects(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("the server has %s: %s", quantity(found.total(), "object"), found), nil
}

func (d *demo) planIsEmpty(ctx context.Context) (string, error) {
	return "no changes", d.terraform.planIsEmpty(ctx)
}

// changeEveryObject changes the variables and checks the plan: it must update every object of the server, each in place and in one
// attribute. Then it applies the plan.
func (d *demo) changeEveryObject(ctx context.Context) (string, error) {
	if err := d.folder.changeVariables(); err != nil {
		return "", err
	}
	changes, err := d.terraform.plan(ctx)
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
	there, err := d.server.countObjects(ctx)
	if err != nil {
		return "", err
	}
	if !maps.Equal(updates, there) {
		return "", fmt.Errorf("the plan updates %s, but the server has %s", updates, there)
	}
	var shown []string
	for _, k := range kinds() {
		shown = append(shown, fmt.Sprintf("%s of %s", attributes[k.name], quantity(updates[k.name], k.name)))
	}
	return fmt.Sprintf("%s in place, none created, replaced or destroyed: %s", quantity(updates.total(), "update"), strings.Join(shown, ", ")),
		d.terraform.applyPlan(ctx)
}

// tamper changes an alert with a direct request, and checks that the plan finds this change and no other.
func (d *demo) tamper(ctx context.Context) (string, error) {
	before, err := d.server.firstAlert(ctx)
	if err != nil {
		return "", err
	}
	d.tampered = before
	other := otherSeverity(before.Severity)
	if err := d.server.setSeverity(ctx, before.ID, other); err != nil {
		return "", err
	}
	found, err := d.terraform.plan(ctx)
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("the plan changes %s instead of one", quantity(len(found), "resource"))
	}
	attribute, err := found[0].changedAttribute()
	if err != nil {
		return "", err
	}
	was, becomes := found[0].before, found[0].after
	if was["id"] != before.ID || attribute != "severity" || was[attribute] != other || becomes[attribute] != before.Severity {
		return "", fmt.Errorf("the plan changes %s of %s from %v to %v instead of the severity of the alert %s",
			attribute, found[0].Address, was[attribute], becomes[attribute], before.Name)
	}
	return fmt.Sprintf("a request made %q %s; the plan finds just that, %s: severity %s -> %s",
		before.Name, other, found[0].Address, other, before.Severity), nil
}

func otherSeverity(severity string) string {
	if severity == "SEV1" {
		return "SEV2"
	}
	return "SEV1"
}

func (d *demo) mend(ctx context.Context) (string, error) {
	if err := d.terraform.applyPlan(ctx); err != nil {
		return "", err
	}
	now, err := d.server.readAlert(ctx, d.tampered.ID)
	if err != nil {
		return "", err
	}
	if now != d.tampered {
		return "", fmt.Errorf("the alert is %+v, but it was %+v", now, d.tampered)
	}
	return fmt.Sprintf("%q is %s again", now.Name, now.Severity), nil
}

func (d *demo) destroy(ctx context.Context) (string, error) {
	if err := d.terraform.destroy(ctx); err != nil {
		return "", err
	}
	left, err := d.server.countObjects(ctx)
	if err != nil {
		return "", err
	}
	if left.total() > 0 {
		return "", fmt.Errorf("the server still has %s", left)
	}
	return "the server is empty, its " + quantity(len(left), "list") + " count 0 objects", nil
}

func (d *demo) stopServer(context.Context) (string, error) {
	return "ended with status 0 at an interrupt", d.server.stop()
}
