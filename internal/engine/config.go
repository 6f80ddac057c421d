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

// Values that stand in for the zero values of Config.
const (
	DefaultAuthScheme     = "Service"
	DefaultRequestTimeout = 30 * time.Second
	DefaultMaxRetries     = 8
	DefaultRetryMaxWait   = 60 * time.Second

	defaultUserAgent = "terraform-provider-engine"
)

// Config says which engine a Client talks to and how. Zero values stand for the defaults above.
type Config struct {
	// BaseURL is the absolute http or https address in front of /v3/engine/; it may have a path.
	BaseURL string
	// AccessID and SecretKey are the credentials (interface section 5).
	AccessID, SecretKey string
	// AuthScheme is the first word of the authorization header.
	AuthScheme string
	UserAgent  string
	// RequestTimeout bounds one attempt, from the first byte sent to the last byte read.
	RequestTimeout time.Duration
	// MaxRetries is the number of further attempts after the first: 0 means DefaultMaxRetries, a negative number none.
	MaxRetries int
	// RetryMaxWait bounds the time that one request spends waiting between its attempts, in all.
	RetryMaxWait time.Duration
	// MaxRequestsPerSecond spaces the requests of this client; 0 means no limit.
	MaxRequestsPerSecond float64
	// CACertFile names a PEM file with authorities that are trusted beside those of the system; empty means none.
	CACertFile string
	// Transport sends the requests in place of the network, which CACertFile is about; nil means the network.
	Transport http.RoundTripper
	// Differing names the fields in which an object of the engine says something else than a document that was sent; nil
	// compares the JSON.
	Differing func(col Collection, sent, found Document) []string
	// Log receives one line for each attempt and each wait; nil means silence. It gets neither bodies nor headers.
	Log func(ctx context.Context, msg string, fields map[string]any)
}

// ConfigError says which field of Config is wrong, by the names of the provider's arguments, and why. It never holds
// the value of a credential.
type ConfigError struct {
	Field   string // for example "base_url"
	Problem string
}

func (e *ConfigError) Error() string { return e.Field + " " + e.Problem }

// withDefaults is cfg with its zero values filled in.
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

// check finds the first field that cannot work.
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

// CheckBaseURL refuses what can't be a BaseURL.
func CheckBaseURL(text string) error {
	_, err := parseBaseURL(text)
	return err
}

// CheckWord refuses a credential or a scheme that can't be one word of the authorization header. The field is for the error.
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

// parseBaseURL reads the address of the engine. The problems do not quote it: it may hold a password by mistake.
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
		return wrong(fmt.Sprintf("has the path of the engine's interface in it, which every request adds: leave %q and "+
			"what follows it out", part))
	}
	if base.Path == "" {
		base.Path = "/" // so that what is joined to it is absolute
	}
	return base, nil
}

// repeatedPart is the beginning of the interface's paths where base_url holds it, or nothing.
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
