// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package logging limits the provider's log on standard error to the levels that the user has chosen, for example with TF_LOG=debug.
// Without this limit, the plugin libraries would write every line, and Terraform would discard most of them. The package imports nothing
// from this module. Start reading at Configure.
package logging

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
)

// Configure sets the log levels of this process from environment variables such as TF_LOG and TF_LOG_SDK, and returns the logger for the
// plugin protocol. Call it before serving the provider. An empty variable counts as unset, as in Terraform.
//
// The plugin libraries read their levels from more specific variables, such as TF_LOG_SDK_PROTO, and log everything if those are unset, so
// Configure sets them.
func Configure() (hclog.Logger, error) {
	level := cmp.Or(os.Getenv("TF_LOG_PROVIDER"), os.Getenv("TF_LOG"), "OFF")
	sdk := cmp.Or(os.Getenv("TF_LOG_SDK"), level)
	var errs []error
	for variable, inherited := range map[string]string{
		"TF_LOG_PROVIDER_ENGINE": level,
		"TF_LOG_SDK":             sdk,
		"TF_LOG_SDK_PROTO":       sdk,
		"TF_LOG_SDK_FRAMEWORK":   sdk,
	} {
		errs = append(errs, os.Setenv(variable, levelName(cmp.Or(os.Getenv(variable), inherited))))
	}
	return hclog.New(&hclog.LoggerOptions{
		Level:      hclog.LevelFromString(levelName(level)),
		Output:     os.Stderr,
		JSONFormat: true,
	}), errors.Join(errs...)
}

// levelName returns the log level for a variable's value, such as DEBUG for "debug". As in Terraform, "json" and unknown words mean TRACE.
func levelName(word string) string {
	name := strings.ToUpper(word)
	if !slices.Contains([]string{"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"}, name) {
		return "TRACE"
	}
	return name
}
