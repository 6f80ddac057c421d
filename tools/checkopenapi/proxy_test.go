// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package checkopenapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// validator checks requests and responses against the OpenAPI description.
type validator struct {
	router routers.Router
}

func newValidator(t *testing.T, doc *openapi3.T) *validator {
	t.Helper()
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &validator{router: router}
}

// find returns the operation in the OpenAPI description that matches a request.
func (v *validator) find(r *http.Request) (*openapi3filter.RequestValidationInput, error) {
	route, parameters, err := v.router.FindRoute(r)
	if err != nil {
		return nil, err
	}
	return &openapi3filter.RequestValidationInput{Request: r, Route: route, PathParams: parameters, Options: &openapi3filter.Options{
		IncludeResponseStatus:             true,
		RejectWhenRequestBodyNotSpecified: true,
		SkipSettingDefaults:               true,
		MultiError:                        true,
		AuthenticationFunc: func(_ context.Context, input *openapi3filter.AuthenticationInput) error {
			if !strings.HasPrefix(r.Header.Get(input.SecurityScheme.Name), "Service ") {
				return errors.New("the request is not authorized")
			}
			return nil
		},
	}}, nil
}

// checkResponse returns an error if the OpenAPI description does not allow this response to the request.
func (v *validator) checkResponse(request *openapi3filter.RequestValidationInput, response *http.Response, body []byte) error {
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: request, Status: response.StatusCode, Header: response.Header, Options: request.Options,
	}
	input.SetBodyBytes(body)
	return openapi3filter.ValidateResponse(request.Request.Context(), input)
}

// usedOperations records which operations in the OpenAPI description have been requested.
type usedOperations struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (u *usedOperations) add(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ids == nil {
		u.ids = map[string]bool{}
	}
	u.ids[id] = true
}

func (u *usedOperations) has(id string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.ids[id]
}

// between starts a proxy for the server and returns the proxy's URL. The proxy fails the test if the OpenAPI description does not allow a
// request or response.
func (v *validator) between(t *testing.T, engine *server, used *usedOperations) (url string) {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		input, err := v.find(r)
		if err != nil {
			t.Errorf("%s %s is not described: %v", r.Method, r.URL, err)
		} else {
			used.add(input.Route.Operation.OperationID)
			r.Body = io.NopCloser(bytes.NewReader(body))
			if err := openapi3filter.ValidateRequest(r.Context(), input); err != nil {
				t.Errorf("%s %s is not allowed: %v\n%s", r.Method, r.URL, err, body)
			}
		}
		response, received := forward(t, engine, r, body)
		if input != nil {
			if err := v.checkResponse(input, response, received); err != nil {
				t.Errorf("the response to %s %s is not allowed: %v\n%d %s", r.Method, r.URL, err, response.StatusCode, received)
			}
		}
		maps.Copy(w.Header(), response.Header)
		w.WriteHeader(response.StatusCode)
		if _, err := w.Write(received); err != nil && !errors.Is(err, http.ErrBodyNotAllowed) {
			t.Error(err)
		}
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// forward sends a request to the server. It keeps the original Host header, which the server uses in links to a list's next page.
func forward(t *testing.T, engine *server, r *http.Request, body []byte) (*http.Response, []byte) {
	onward, err := http.NewRequestWithContext(r.Context(), r.Method, engine.url+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		panic(fmt.Errorf("the address of a request that came in: %w", err))
	}
	onward.Header, onward.Host = r.Header.Clone(), r.Host
	return send(t, onward)
}

func send(t *testing.T, r *http.Request) (*http.Response, []byte) {
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return response, body
}
