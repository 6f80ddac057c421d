// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Defaults for the fields of Config that are zero.
const (
	DefaultAuthScheme     = "Service"
	DefaultRequestTimeout = 30 * time.Second
	DefaultMaxRetries     = 8
	DefaultRetryMaxWait   = 60 * time.Second

	defaultUserAgent = "terraform-provider-engine"
)

// Config contains the settings of a Client. A zero value means the default: DefaultMaxRetries for MaxRetries, for example.
type Config struct {
	// BaseURL is the http or https URL of the engine, up to but not including /v3/engine/. It may have a path.
	BaseURL string
	// AccessID and SecretKey are the credentials (interface section 5).
	AccessID, SecretKey string
	// AuthScheme is the first word of the Authorization header, before the credentials.
	AuthScheme string
	UserAgent  string
	// RequestTimeout limits one attempt to send a request and to read the whole reply.
	RequestTimeout time.Duration
	// MaxRetries limits how often a failed request is sent again. 0 means DefaultMaxRetries; a negative number means never.
	MaxRetries int
	// RetryMaxWait limits the total time that one request spends waiting between its attempts.
	RetryMaxWait time.Duration
	// MaxRequestsPerSecond limits how many requests the client sends in a second. 0 means no limit.
	MaxRequestsPerSecond float64
	// CACertFile is a PEM file with certificate authorities to trust in addition to those of the system. It may be "".
	CACertFile string
	// Transport sends the requests, for example in tests. nil sends them over the network and trusts CACertFile.
	Transport http.RoundTripper
	// Differing compares the document that the client sent with the one that the engine has, and returns the names of the sent fields with
	// other values. The caller supplies it, because only the caller knows that "avg" equals "average". nil means DifferingJSON.
	Differing func(col Collection, sent, found Document) []string
	// Log is called for each attempt and each wait. It gets neither bodies nor headers. nil logs nothing.
	Log func(ctx context.Context, msg string, fields map[string]any)
}

// ConfigError says which field of Config is wrong. It never contains a credential.
type ConfigError struct {
	Field   string // the name of the provider's argument, for example "base_url"
	Problem string
}

func (e *ConfigError) Error() string { return e.Field + " " + e.Problem }

// withDefaults returns a copy of cfg in which the defaults replace zero values.
func (cfg Config) withDefaults() Config {
	if cfg.AuthScheme == "" {
		cfg.AuthScheme = DefaultAuthScheme
	}
	if cfg.UserAgent == "" {
		cfg.UserAgent = defaultUserAgent
	}
	if cfg.Differing == nil {
		cfg.Differing = DifferingJSON
	}
	if cfg.RequestTimeout == 0 {
		cfg.RequestTimeout = DefaultRequestTimeout
	}
	if cfg.MaxRetries == 0 {
		cfg.MaxRetries = DefaultMaxRetries
	}
	if cfg.RetryMaxWait == 0 {
		cfg.RetryMaxWait = DefaultRetryMaxWait
	}
	return cfg
}

// check returns an error for the first invalid field of cfg, or nil.
func (cfg Config) check() error {
	credentials := []struct{ field, value string }{
		{"access_id", cfg.AccessID},
		{"secret_key", cfg.SecretKey},
		{"auth_scheme", cfg.AuthScheme},
	}
	for _, word := range credentials {
		if err := CheckWord(word.field, word.value); err != nil {
			return err
		}
	}
	if strings.ContainsFunc(cfg.UserAgent, unicode.IsControl) {
		return &ConfigError{Field: "user_agent", Problem: "contains a control character"}
	}
	if cfg.RequestTimeout < 0 {
		return &ConfigError{Field: "request_timeout", Problem: fmt.Sprintf("is negative: %s", cfg.RequestTimeout)}
	}
	if cfg.RetryMaxWait < 0 {
		return &ConfigError{Field: "retry_max_wait", Problem: fmt.Sprintf("is negative: %s", cfg.RetryMaxWait)}
	}
	perSecond := cfg.MaxRequestsPerSecond
	if perSecond < 0 || math.IsNaN(perSecond) || math.IsInf(perSecond, 0) {
		return &ConfigError{Field: "max_requests_per_second", Problem: fmt.Sprintf("is no usable rate: %v", perSecond)}
	}
	return nil
}

// CheckBaseURL returns an error if text can't be a BaseURL, for example because it has no host.
func CheckBaseURL(text string) error {
	_, err := parseBaseURL(text)
	return err
}

// CheckWord returns an error if text can't be one word of the Authorization header, for example because it contains a space. field names
// the text in the error.
func CheckWord(field, text string) error {
	problem := ""
	switch {
	case text == "":
		problem = "is empty"
	case strings.ContainsFunc(text, unicode.IsControl):
		problem = "contains a control character, such as the line break at the end of a file"
	case strings.ContainsFunc(text, unicode.IsSpace):
		problem = "contains a space"
	default:
		return nil
	}
	return &ConfigError{Field: field, Problem: problem}
}

// parseBaseURL parses and checks base_url. Its errors don't quote base_url, which may contain a password by mistake.
func parseBaseURL(text string) (*url.URL, error) {
	wrong := func(problem string) (*url.URL, error) {
		return nil, &ConfigError{Field: "base_url", Problem: problem}
	}
	if text == "" {
		return wrong("is empty")
	}
	base, err := url.Parse(text)
	switch {
	case err != nil, base.Scheme != "http" && base.Scheme != "https", base.Hostname() == "":
		return wrong("must be an absolute http or https address such as https://engine.example.com")
	case base.User != nil:
		return wrong("must not contain a user name or a password; the credentials are access_id and secret_key")
	case base.RawQuery != "" || base.ForceQuery:
		return wrong("must not contain a query")
	case strings.Contains(text, "#"):
		return wrong("must not contain a fragment")
	}
	if part := repeatedPart(base.Path); part != "" {
		return wrong(fmt.Sprintf("contains the path of the engine's interface, which every request adds: leave out %q and "+
			"everything after it", part))
	}
	if base.Path == "" {
		base.Path = "/" // so that JoinPath makes absolute paths
	}
	return base, nil
}

// repeatedPart returns the part of base_url that the client adds itself, such as "/v3/engine", or "" if base_url contains none.
func repeatedPart(path string) string {
	path = "/" + strings.Trim(path, "/") + "/"
	switch {
	case strings.Contains(path, "/v3/engine/"):
		return "/v3/engine"
	case strings.HasSuffix(path, "/v3/"):
		return "/v3"
	}
	return ""
}
