// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/process"
)

const (
	rehearsedAlert = `engine_alert.energy_use["north"]`
	pump           = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c2001"
	flow           = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3001"
	power          = "7c1b5f0e-2f4c-4b52-9a0e-5d1f6a3c3003"
)

// firing is the time at which the alert must fire: the mean of 15 minutes is then (0.5 + 0.5 + 1) / 3, for the first time above
// 0.6.
func firing() time.Time { return time.Date(2026, time.March, 1, 8, 15, 0, 0, time.UTC) }

// badHour returns the data of an hour in which, from firing on, the pump needs twice the power for the same flow.
func badHour() string {
	var csv strings.Builder
	csv.WriteString("time,asset,attribute,value\n")
	for minutes := -15; minutes <= 45; minutes += 5 {
		at, value := firing().Add(time.Duration(minutes)*time.Minute), 50
		if minutes >= 0 {
			value = 100
		}
		fmt.Fprintf(&csv, "%[1]s,%[2]s,%[3]s,100\n%[1]s,%[2]s,%[4]s,%[5]d\n", at.Format(time.RFC3339), pump, flow, power, value)
	}
	return csv.String()
}

// rehearse runs the alerts of a plan on recorded data. It creates no object and sends no request to the engine.
func (d *demo) rehearse(ctx context.Context) (string, error) {
	plan, err := d.terraform.planJSON(ctx)
	if err != nil {
		return "", err
	}
	for file, content := range map[string]string{d.folder.planJSON(): plan, d.folder.series(): badHour()} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			return "", err
		}
	}
	command := process.Command(ctx, d.provider, "rehearse", "-json", "-plan", d.folder.planJSON(), "-series", d.folder.series(), "-must-fire", rehearsedAlert)
	var written, messages bytes.Buffer
	command.Stdout, command.Stderr = &written, &messages
	if err := process.Run(command); err != nil {
		return "", fmt.Errorf("rehearse: %w\n%s%s", err, messages.String(), written.String())
	}
	var report struct {
		Alerts []struct {
			Address    string
			FirstFired time.Time `json:"first_fired"`
			Summary    string
		}
	}
	if err := json.Unmarshal(written.Bytes(), &report); err != nil {
		return "", err
	}
	for _, a := range report.Alerts {
		if a.Address == rehearsedAlert && a.FirstFired.Equal(firing()) {
			return fmt.Sprintf("on a bad hour %s would have %s", a.Address, a.Summary), nil
		}
	}
	return "", fmt.Errorf("%s did not fire at %s: %s", rehearsedAlert, firing().Format(time.RFC3339), written.String())
}
