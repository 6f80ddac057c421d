// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// TestProxyErrors checks that errors possibly caused by a proxy contain the proxy's address and environment variable, but no credentials.
func TestProxyErrors(t *testing.T) {
	const password = "pr0xyPassw0rd"
	const plain, tls, page = "http://engine.test", "https://engine.test", "<html>"
	retried, rejected := []string{"after 3 attempts", "NO_PROXY"}, []string{"407 Proxy Authentication Required"}
	for name, test := range map[string]struct {
		baseURL, variable string
		scheme            string // the scheme of the proxy's URL; "" means http
		status            int    // the status of the proxy's response; 0 means that no proxy is running
		body              string
		want, lacks       []string
		requests          int
	}{
		"nobody listens":           {plain, "HTTP_PROXY", "", 0, "", retried, nil, 0},
		"nobody listens, https":    {tls, "HTTPS_PROXY", "", 0, "", retried, nil, 0},
		"a variable in lower case": {tls, "https_proxy", "", 0, "", retried, nil, 0},
		"nobody listens at socks":  {tls, "HTTPS_PROXY", "socks5", 0, "", retried, nil, 0},
		"a rejected tunnel":        {tls, "HTTPS_PROXY", "", 407, "", rejected, []string{"attempts"}, 1},
		"a tunnel to nowhere":      {tls, "HTTPS_PROXY", "", 502, "", append(retried, "502 Bad Gateway"), nil, 3},
		"a rejected request":       {plain, "HTTP_PROXY", "", 407, page, append(rejected, "went through"), []string{"attempts"}, 1},
		"a page of the proxy":      {plain, "HTTP_PROXY", "", 404, page, []string{"base_url", "went through"}, nil, 2},
		"a response of the engine": {plain, "HTTP_PROXY", "", 400, `{"detail":"No."}`, []string{"No."}, []string{"HTTP_PROXY"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			requests := 0
			listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				requests++
				w.WriteHeader(test.status)
				check(t, errorOf(w.Write([]byte(test.body))))
			}))
			t.Cleanup(listener.Close)
			shown := listener.URL
			if test.scheme != "" {
				shown = strings.Replace(shown, "http:", test.scheme+":", 1)
			}
			address := strings.Replace(shown, "//", "//user:"+password+"@", 1)
			if test.status == 0 {
				listener.Close()
			}
			for _, variable := range strings.Fields("HTTP_PROXY http_proxy HTTPS_PROXY https_proxy NO_PROXY no_proxy REQUEST_METHOD") {
				t.Setenv(variable, "")
			}
			t.Setenv(test.variable, address)
			_, err := newClient(t, testConfig(test.baseURL)).Create(t.Context(), Alerts, Document{"name": "a"})
			if err == nil || requests != test.requests {
				t.Fatalf("%d requests, error %v", requests, err)
			}
			want := slices.Clone(test.want)
			if test.status != 400 {
				want = append(want, test.variable, shown)
			}
			for _, want := range want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error lacks %q: %v", want, err)
				}
			}
			for _, unwanted := range slices.Concat(test.lacks, []string{password, "user:"}) {
				if strings.Contains(err.Error(), unwanted) {
					t.Errorf("the error has %q: %v", unwanted, err)
				}
			}
		})
	}
}
