// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package logging_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
)

type levels struct{ plugin, provider, sdk, proto, framework string }

// TestLevels checks the log level of each logger. For example, TF_LOG=trace with TF_LOG_SDK=off must silence only the plugin libraries.
func TestLevels(t *testing.T) {
	all := func(level string) levels { return levels{level, level, level, level, level} }
	for name, test := range map[string]struct {
		variables map[string]string
		want      levels
	}{
		"nothing is set":                     {nil, all("OFF")},
		"one variable":                       {map[string]string{"TF_LOG": "trace"}, all("TRACE")},
		"upper and lower case":               {map[string]string{"TF_LOG": "Warn"}, all("WARN")},
		"JSON is the most verbose":           {map[string]string{"TF_LOG": "json"}, all("TRACE")},
		"unknown words mean TRACE":           {map[string]string{"TF_LOG": "1"}, all("TRACE")},
		"variable of all providers":          {map[string]string{"TF_LOG": "trace", "TF_LOG_PROVIDER": "error"}, all("ERROR")},
		"only the variable of all providers": {map[string]string{"TF_LOG_PROVIDER": "DEBUG"}, all("DEBUG")},
		"empty variables":                    {map[string]string{"TF_LOG": "info", "TF_LOG_PROVIDER": "", "TF_LOG_SDK": ""}, all("INFO")},
		"variable of Terraform itself":       {map[string]string{"TF_LOG_CORE": "trace"}, all("OFF")},
		"this provider": {
			map[string]string{"TF_LOG": "warn", "TF_LOG_PROVIDER_ENGINE": "debug"}, levels{"WARN", "DEBUG", "WARN", "WARN", "WARN"},
		},
		"the libraries": {
			map[string]string{"TF_LOG": "trace", "TF_LOG_SDK": "off"}, levels{"TRACE", "TRACE", "OFF", "OFF", "OFF"},
		},
		"one library": {
			map[string]string{"TF_LOG_SDK_PROTO": "json", "TF_LOG_SDK_FRAMEWORK": "info"}, levels{"OFF", "OFF", "OFF", "TRACE", "INFO"},
		},
		"one library and all libraries": {
			map[string]string{"TF_LOG_SDK": "debug", "TF_LOG_SDK_PROTO": "warn"}, levels{"OFF", "OFF", "DEBUG", "WARN", "DEBUG"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			environment := map[string]string{
				"TF_LOG": "", "TF_LOG_PROVIDER": "", "TF_LOG_PROVIDER_ENGINE": "",
				"TF_LOG_SDK": "", "TF_LOG_SDK_PROTO": "", "TF_LOG_SDK_FRAMEWORK": "",
			}
			maps.Copy(environment, test.variables)
			for variable, value := range environment {
				t.Setenv(variable, value)
			}
			logger, err := logging.Configure()
			if err != nil {
				t.Fatal(err)
			}
			got := levels{
				strings.ToUpper(logger.GetLevel().String()), os.Getenv("TF_LOG_PROVIDER_ENGINE"),
				os.Getenv("TF_LOG_SDK"), os.Getenv("TF_LOG_SDK_PROTO"), os.Getenv("TF_LOG_SDK_FRAMEWORK"),
			}
			if got != test.want {
				t.Errorf("the levels are %+v, want %+v", got, test.want)
			}
		})
	}
}
