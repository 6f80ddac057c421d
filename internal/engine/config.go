// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// Defaults for Config fields that are zero.
const (
	DefaultAuthScheme     = "Service"
	DefaultRequestTimeout = 30 * time.Second
	DefaultMaxRetries     = 8
	DefaultRetryMaxWait   = 60 * time.Second

	defaultUserAgent = "terraform-provider-engine"
)

// Config contains the settings of a Client. New replaces zero values with defaults.
type Config struct {
	// BaseURL is the engine's http or https URL, up to but not including /v3/engine/. It may contain a path.
	BaseURL string
	// AccessID and SecretKey are the credentials (interface document, section 5).
	AccessID, SecretKey string
	// AuthScheme is the first word in the Authorization header, such as "Service". It is followed by the credentials.
	AuthScheme string
	UserAgent  string
	// RequestTimeout limits a single attempt, from sending the request to receiving the last byte of the reply.
	RequestTimeout time.Duration
	// MaxRetries is the maximum number of retries of a failed request. 0 means DefaultMaxRetries. A negative number disables retries.
	MaxRetries int
	// RetryMaxWait limits the total time that a request waits between its attempts.
	RetryMaxWait time.Duration
	// MaxRequestsPerSecond limits the request rate. 0 means no limit.
	MaxRequestsPerSecond float64
	// CACertFile is a PEM file with certificate authorities to trust in addition to the system's. "" adds none.
	CACertFile string
	// Transport sends the HTTP requests, for example to a handler in tests. If it is nil, requests go to the network.
	Transport http.RoundTripper
	// Differing returns the names of the sent fields that have a different value in found, a document from the engine. Set it if two
	// strings such as "avg" and "average" can have the same meaning. The default is DifferingJSON.
	Differing func(col Collection, sent, found Document) []string
	// Log, if not nil, is called for each attempt to send a request and for each wait before a retry. It never receives bodies or headers.
	Log func(ctx context.Context, msg string, fields map[string]any)
}

// ConfigError reports an invalid setting. It never contains a credential.
type ConfigError struct {
	Field   string // the provider argument, for example "base_url"
	Problem string
}

func (e *ConfigError) Error() string { return e.Field + " " + e.Problem }

// Variable returns the environment variable that sets a provider argument, such as ENGINE_BASE_URL for base_url.
func Variable(field string) string { return "ENGINE_" + strings.ToUpper(field) }

// setting returns the name of a provider argument and its environment variable, such as "base_url (or ENGINE_BASE_URL)". Error messages
// mention both, because the user may have set either one.
func setting(field string) string { return fmt.Sprintf("%s (or %s)", field, Variable(field)) }

func (cfg Config) withDefaults() Config {
	cfg.AuthScheme = cmp.Or(cfg.AuthScheme, DefaultAuthScheme)
	cfg.UserAgent = cmp.Or(cfg.UserAgent, defaultUserAgent)
	cfg.RequestTimeout = cmp.Or(cfg.RequestTimeout, DefaultRequestTimeout)
	cfg.MaxRetries = cmp.Or(cfg.MaxRetries, DefaultMaxRetries)
	cfg.RetryMaxWait = cmp.Or(cfg.RetryMaxWait, DefaultRetryMaxWait)
	if cfg.Differing == nil {
		cfg.Differing = DifferingJSON
	}
	return cfg
}

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
		return &ConfigError{Field: "max_requests_per_second", Problem: fmt.Sprintf("is not a usable rate: %v", perSecond)}
	}
	return nil
}

// CheckBaseURL returns an error if address is not a valid Config.BaseURL, for example because it has no host.
func CheckBaseURL(address string) error {
	_, err := parseBaseURL(address)
	return err
}

// CheckWord returns an error unless word is a single word that is valid in the Authorization header. field is the provider argument that
// contains the word, for use in the error.
func CheckWord(field, word string) error {
	problem := ""
	switch {
	case word == "":
		problem = "is empty"
	case strings.ContainsFunc(word, unicode.IsControl):
		problem = "contains a control character, such as the line break at the end of a file"
	case strings.ContainsFunc(word, unicode.IsSpace):
		problem = "contains a space"
	default:
		return nil
	}
	return &ConfigError{Field: field, Problem: problem}
}

// parseBaseURL validates and parses base_url. Its errors repeat the value only if it looks like an address and has no part that could be a
// secret.
func parseBaseURL(address string) (*url.URL, error) {
	invalid := func(problem string) (*url.URL, error) {
		return nil, &ConfigError{Field: "base_url", Problem: problem}
	}
	if address == "" {
		return invalid("is empty")
	}
	quoted := ""
	if strings.ContainsAny(address, ".:") && !strings.ContainsAny(address, "@?#") {
		quoted = fmt.Sprintf("is %.200q, but it ", address)
	}
	base, err := url.Parse(address)
	switch {
	case !webAddress.MatchString(address):
		return invalid(quoted + "must begin with https:// or http://, for example https://engine.example.com")
	case err != nil, base.Hostname() == "":
		return invalid(quoted + "must be an http or https address such as https://engine.example.com")
	case base.User != nil:
		return invalid("must not contain a user name or a password; the credentials are access_id and secret_key")
	case base.RawQuery != "" || base.ForceQuery:
		return invalid("must not contain a query")
	case strings.Contains(address, "#"):
		return invalid("must not contain a fragment")
	}
	if part := repeatedPart(base.Path); part != "" {
		return invalid(fmt.Sprintf("contains the path of the engine's interface, which every request adds: leave out %q and "+
			"everything after it", part))
	}
	if base.Path == "" {
		base.Path = "/" // so that JoinPath returns absolute paths
	}
	return base, nil
}

var webAddress = regexp.MustCompile(`^(?i:https?)://`)

// repeatedPart returns the part of base_url's path that the user must remove because the client adds it, such as "/v3/engine". It returns
// "" if there is no such part.
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
