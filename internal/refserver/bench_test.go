// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// Most benchmarks in this file have a counterpart whose name ends in Floor. The counterpart measures only the work that no server can
// avoid. For example, BenchmarkCreateFloor just sends a response. The difference between the two results is the overhead of the reference
// server.

const connections = 10

func BenchmarkReadByID(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	fetch(b, c, c.Path("alert", c.CreateMinimal("alert", typicalAlert())))
}

func BenchmarkReadByIDFloor(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	fetchBare(b, c, c.Path("alert", c.CreateMinimal("alert", typicalAlert())))
}

const listOf100 = "?page_size=100"

func BenchmarkList(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	makeAlerts(c, 200)
	fetch(b, c, servertest.Paths["alert"]+listOf100)
}

func BenchmarkListFloor(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	makeAlerts(c, 200)
	fetchBare(b, c, servertest.Paths["alert"]+listOf100)
}

func BenchmarkCreate(b *testing.B) {
	create(b, servertest.Serve(b, refserver.Options{}), connections)
}

func BenchmarkCreateFloor(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	c.URL = bareServer(b, http.StatusCreated, c.Do("POST", servertest.Paths["alert"], c.MinimalBody("alert", typicalAlert())).Body)
	create(b, c, connections)
}

func BenchmarkDurableCreate(b *testing.B) {
	create(b, servertest.Serve(b, refserver.Options{Data: filepath.Join(b.TempDir(), "data")}), connections)
}

// BenchmarkDurableCreateAlone has a single client, so every create needs its own sync of the data file.
func BenchmarkDurableCreateAlone(b *testing.B) {
	create(b, servertest.Serve(b, refserver.Options{Data: filepath.Join(b.TempDir(), "data")}), 1)
}

// BenchmarkDurableCreateFloor syncs a file once for every ten creates. A server with ten clients that syncs before it responds must sync at
// least this often, because at most ten creates are in progress at a time.
func BenchmarkDurableCreateFloor(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	lines := bytes.Repeat([]byte(c.Do("POST", servertest.Paths["alert"], c.MinimalBody("alert", typicalAlert())).Body), connections)
	file, err := os.Create(filepath.Join(b.TempDir(), "data"))
	if err != nil {
		b.Fatal(err)
	}
	for written := 0; written < b.N; written += connections {
		if _, err := file.Write(lines); err != nil {
			b.Fatal(err)
		}
		if err := file.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkLargeList(b *testing.B) {
	size := 100_000
	if testing.Short() {
		size = 1000
	}
	c := servertest.Serve(b, refserver.Options{})
	for i := range size {
		r := c.Request("POST", servertest.Paths["node"], Object{"name": fmt.Sprint("n", i), "type": "t"})
		w := httptest.NewRecorder()
		c.Server.ServeHTTP(w, r)
		if w.Code != http.StatusCreated {
			b.Fatal(w.Body)
		}
	}
	c.Server.ClearRequests()
	for name, query := range map[string]string{
		"page":     fmt.Sprintf("?page=%d&page_size=100", size/200),
		"name":     "?name=n777",
		"contains": "?name__contains=777",
		"ordering": "?ordering=-name",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.Get(servertest.Paths["node"] + query)
			}
		})
	}
}

func typicalAlert() Object {
	return Object{
		"type": "rate", "description": "Made by the benchmark.", "tags": []any{Object{"id": "t-1"}},
		"rate_value": 5, "rate_unit": "minute", "stmt_target_variable": "A", "stmt_operator": "ge", "stmt_aggregation": "avg",
		"stmt_time_window": 600, "destinations_list": []any{"plant@example.com"},
		"alert_items": []any{Object{
			"ref_id": "A", "type": "QUERY", "label": "Pressure",
			"query_filter_asset": Object{"id": "pump-1"}, "query_filter_attribute": Object{"id": "pressure"},
			"query_group_unit": "minute", "query_group_function": "avg",
		}},
		"stmt_thresholds": []any{Object{"value": 6.5, "status": "alert", "status_text": "Pressure is above 6.5 bar."}},
	}
}

func makeAlerts(c *servertest.Client, count int) {
	for range count {
		c.CreateMinimal("alert", typicalAlert())
	}
}

func fetch(b *testing.B, c *servertest.Client, path string) {
	request := c.Request("GET", path, nil)
	inParallel(b, connections, func(web *http.Client) error { return once(web, request.Clone(b.Context()), http.StatusOK) })
}

// fetchBare is like fetch, but the requests go to a handler that only sends a prepared copy of the server's response.
func fetchBare(b *testing.B, c *servertest.Client, path string) {
	c.URL = bareServer(b, http.StatusOK, c.Do("GET", path, nil).Body)
	fetch(b, c, path)
}

func bareServer(b *testing.B, status int, body string) (url string) {
	response := []byte(body)
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(response)
	}))
	b.Cleanup(bare.Close)
	return bare.URL
}

func create(b *testing.B, c *servertest.Client, clients int) {
	body := servertest.JSON(b, c.MinimalBody("alert", typicalAlert()))
	inParallel(b, clients, func(web *http.Client) error {
		return once(web, c.Request("POST", servertest.Paths["alert"], body), http.StatusCreated)
	})
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

// inParallel calls the work function b.N times in total, in one goroutine per client. Each client has its own connection.
func inParallel(b *testing.B, clients int, work func(web *http.Client) error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	errs := make(chan error, clients)
	b.ResetTimer()
	for range clients {
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
	for range clients {
		if err := <-errs; err != nil {
			b.Error(err)
		}
	}
}
