// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package logging sets how much the provider logs to standard error: only the levels that the user asked for. Without it, the
// plugin libraries write every line, and Terraform discards most of them. It imports no other package of this module. Start reading
// at Configure.
package logging

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
)

// Configure sets the levels of all loggers of this process from the variables that Terraform and the plugin libraries document, and
// returns the logger for the plugin protocol. Call it before the provider is served. Like Terraform, it treats an empty variable as
// unset.
//
// The libraries log everything if their variables are unset, and can only be configured through the environment. So Configure sets
// these variables, for this process.
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

// levelName returns the level for the value of a variable, as Terraform reads it. Case does not matter. JSON means the most verbose
// level, and so does any unknown word.
func levelName(word string) string {
	name := strings.ToUpper(word)
	if !slices.Contains([]string{"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"}, name) {
		return "TRACE"
	}
	return name
}
