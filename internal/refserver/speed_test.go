// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"go.etcd.io/bbolt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// The benchmarks come in pairs: what the server does, and the least that its transport or its file could do. Parallel ones
// use ten connections.

const connections = 10

func BenchmarkReadByID(b *testing.B) {
	c := serve(b, refserver.Options{})
	alert := c.made("alert", nil)
	fetch(b, c.request("GET", c.path("alert", alert), nil))
}

func BenchmarkReadByIDFloor(b *testing.B) {
	c := serve(b, refserver.Options{})
	alert := c.made("alert", nil)
	body := []byte(c.do("GET", c.path("alert", alert), nil).body)
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}))
	defer bare.Close()
	c.url = bare.URL
	fetch(b, c.request("GET", c.path("alert", alert), nil))
}

func BenchmarkDurableCreate(b *testing.B) {
	c := serve(b, refserver.Options{Data: filepath.Join(b.TempDir(), "data")})
	body := asJSON(b, c.minimal("alert", object{"alert_items": []any{object{"ref_id": "A", "type": "QUERY"}}}))
	inParallel(b, func(web *http.Client) error {
		return once(web, c.request("POST", paths["alert"], body), http.StatusCreated)
	})
}

func BenchmarkDurableCreateFloor(b *testing.B) {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "data"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	value := make([]byte, 1000)
	bucket := []byte("alert")
	inParallel(b, func(*http.Client) error {
		return db.Batch(func(tx *bbolt.Tx) error {
			alerts, err := tx.CreateBucketIfNotExists(bucket)
			if err != nil {
				return err
			}
			return alerts.Put([]byte(uuid.NewString()), value)
		})
	})
}

func BenchmarkListOf100000(b *testing.B) {
	c := serve(b, refserver.Options{})
	for i := range 100_000 {
		r := httptest.NewRequestWithContext(b.Context(), "POST", paths["node"], nil)
		r.Header = c.request("POST", paths["node"], object{}).Header
		r.Body = io.NopCloser(c.request("POST", "/", object{"name": fmt.Sprint("n", i), "type": "t"}).Body)
		w := httptest.NewRecorder()
		c.server.ServeHTTP(w, r)
		if w.Code != http.StatusCreated {
			b.Fatal(w.Body)
		}
	}
	c.server.ClearRequests()
	for name, query := range map[string]string{
		"page":     "?page=500&page_size=100",
		"name":     "?name=n77777",
		"contains": "?name__contains=7777",
		"ordering": "?ordering=-name",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.must(http.StatusOK, "GET", paths["node"]+query, nil)
			}
		})
	}
}

// fetch sends the same GET over ten connections.
func fetch(b *testing.B, request *http.Request) {
	inParallel(b, func(web *http.Client) error { return once(web, request.Clone(b.Context()), http.StatusOK) })
}

func once(web *http.Client, request *http.Request, status int) error {
	response, err := web.Do(request)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != status {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return response.Body.Close()
}

// inParallel does the work b.N times in ten goroutines, each with a connection of its own.
func inParallel(b *testing.B, work func(web *http.Client) error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	errs := make(chan error, connections)
	b.ResetTimer()
	for range connections {
		go func() {
			transport := &http.Transport{DialContext: (&net.Dialer{}).DialContext}
			defer transport.CloseIdleConnections()
			web := &http.Client{Transport: transport}
			var err error
			for err == nil && left.Add(-1) >= 0 {
				err = work(web)
			}
			errs <- err
		}()
	}
	for range connections {
		if err := <-errs; err != nil {
			b.Error(err)
		}
	}
}
