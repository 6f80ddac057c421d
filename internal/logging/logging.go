// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package logging says how much the provider writes to standard error: what the user asked for, where Terraform passes over
// the rest line by line. It imports no other part of this module. Start reading at Configure.
package logging

import (
	"cmp"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
)

// Configure takes the levels of all loggers of this process from the variables that Terraform and the plugin libraries
// document, and gives the logger for the plugin protocol. It has to be called before the provider is served. As Terraform
// does, it takes an empty variable for one that is not set.
//
// The libraries write everything where a variable of theirs is not set, and their only setting is the environment. So each of
// these variables gets a value, for this process alone.
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

// levelName is the level that a word stands for, as Terraform reads it: in any case, JSON is the most verbose level in a form
// that plugins always write, and so is a word that is no level.
func levelName(word string) string {
	name := strings.ToUpper(word)
	if !slices.Contains([]string{"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"}, name) {
		return "TRACE"
	}
	return name
}
