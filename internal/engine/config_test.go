// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestNewNamesTheInvalidField checks that New rejects an invalid setting with an error that names the setting, such as base_url. The error
// must not quote credentials.
func TestNewNamesTheInvalidField(t *testing.T) {
	noCertificate := filepath.Join(t.TempDir(), "ca.pem")
	must(t, os.WriteFile(noCertificate, []byte("no certificate"), 0o600))
	tests := map[string]struct {
		field  string
		change func(*Config)
	}{
		"path only":             {"base_url", func(c *Config) { c.BaseURL = "/engine" }},
		"port without host":     {"base_url", func(c *Config) { c.BaseURL = "https://:8080" }},
		"password":              {"base_url", func(c *Config) { c.BaseURL = "https://me:hidden@engine.example.com" }},
		"query":                 {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com?token=hidden" }},
		"empty query":           {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com?" }},
		"fragment":              {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com#" }},
		"path of the interface": {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com/v3/engine" }},
		"path and a slash":      {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com/site/v3/engine/" }},
		"path of a collection":  {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com/v3/engine/alert/alerts/" }},
		"only the version":      {"base_url", func(c *Config) { c.BaseURL = "https://engine.example.com/v3" }},
		"no access id":          {"access_id", func(c *Config) { c.AccessID = "" }},
		"space in access id":    {"access_id", func(c *Config) { c.AccessID = "hidden one" }},
		"no secret key":         {"secret_key", func(c *Config) { c.SecretKey = "" }},
		"line break in secret":  {"secret_key", func(c *Config) { c.SecretKey = "hidden\n" }},
		"space in secret":       {"secret_key", func(c *Config) { c.SecretKey = "hidden hidden" }},
		"two words as scheme":   {"auth_scheme", func(c *Config) { c.AuthScheme = "Service hidden" }},
		"line break in agent":   {"user_agent", func(c *Config) { c.UserAgent = "a\r\nX-Header: hidden" }},
		"negative timeout":      {"request_timeout", func(c *Config) { c.RequestTimeout = -time.Second }},
		"negative wait":         {"retry_max_wait", func(c *Config) { c.RetryMaxWait = -time.Second }},
		"negative rate":         {"max_requests_per_second", func(c *Config) { c.MaxRequestsPerSecond = -1 }},
		"no number as rate":     {"max_requests_per_second", func(c *Config) { c.MaxRequestsPerSecond = math.NaN() }},
		"absent authorities":    {"ca_cert_file", func(c *Config) { c.CACertFile = noCertificate + ".absent" }},
		"no authority":          {"ca_cert_file", func(c *Config) { c.CACertFile = noCertificate }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cfg := testConfig("https://engine.example.com")
			test.change(&cfg)
			_, err := New(cfg)
			var invalid *ConfigError
			if !errors.As(err, &invalid) {
				t.Fatalf("the error is %v, not a *ConfigError", err)
			}
			if invalid.Field != test.field {
				t.Errorf("the field is %s, want %s", invalid.Field, test.field)
			}
			if strings.Contains(err.Error(), "hidden") {
				t.Errorf("the error quotes the value: %v", err)
			}
		})
	}
}

// TestInvalidBaseURL checks that the error for an invalid base_url quotes the value, unless it may contain a password or token.
func TestInvalidBaseURL(t *testing.T) {
	const scheme, address = "must begin with https:// or http://, for example https://engine.example.com",
		"must be an http or https address such as https://engine.example.com"
	for text, want := range map[string]string{
		"":                                         "base_url is empty",
		"engine.example.com":                       `base_url is "engine.example.com", but it ` + scheme,
		"engine.example.com:8080":                  `base_url is "engine.example.com:8080", but it ` + scheme,
		"ftp://engine.example.com":                 `base_url is "ftp://engine.example.com", but it ` + scheme,
		"https:engine.example.com":                 `base_url is "https:engine.example.com", but it ` + scheme,
		"https://":                                 `base_url is "https://", but it ` + address,
		"HTTPS://:8080":                            `base_url is "HTTPS://:8080", but it ` + address,
		"https://engine.example.com\n":             `base_url is "https://engine.example.com\n", but it ` + address,
		"hidden":                                   "base_url " + scheme, // perhaps the secret key in the wrong variable
		"me:hidden@engine.example.com":             "base_url " + scheme,
		"engine.example.com?token=hidden":          "base_url " + scheme,
		"engine.example.com#hidden":                "base_url " + scheme,
		"https://me:hidden@engine.example.com:80x": "base_url " + address,
	} {
		if err := CheckBaseURL(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestNewFillsInDefaults(t *testing.T) {
	c := newClient(t, testConfig("https://engine.example.com/"))
	if c.authorization != "Service reader "+testSecret {
		t.Errorf("the authorization is not that of interface section 5: %q", c.authorization)
	}
	if c.cfg.RequestTimeout != DefaultRequestTimeout || c.cfg.MaxRetries != DefaultMaxRetries ||
		c.cfg.RetryMaxWait != DefaultRetryMaxWait || c.cfg.UserAgent == "" {
		t.Errorf("defaults are missing: timeout %s, retries %d, wait %s, agent %q",
			c.cfg.RequestTimeout, c.cfg.MaxRetries, c.cfg.RetryMaxWait, c.cfg.UserAgent)
	}
}
