// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// The benchmarks come in pairs: what the server does, and the least that its transport or its file could do. All but those
// of large lists use ten connections.

const connections = 10

func BenchmarkReadByID(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	fetch(b, c, c.Path("alert", c.Made("alert", typicalAlert())))
}

func BenchmarkReadByIDFloor(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	fetchBare(b, c, c.Path("alert", c.Made("alert", typicalAlert())))
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
	create(b, servertest.Serve(b, refserver.Options{}))
}

// BenchmarkCreateFloor answers what a create would be answered with, and keeps nothing.
func BenchmarkCreateFloor(b *testing.B) {
	c := servertest.Serve(b, refserver.Options{})
	c.URL = bareServer(b, http.StatusCreated, c.Do("POST", servertest.Paths["alert"], c.Minimal("alert", typicalAlert())).Body)
	create(b, c)
}

func BenchmarkDurableCreate(b *testing.B) {
	create(b, servertest.Serve(b, refserver.Options{Data: filepath.Join(b.TempDir(), "data")}))
}

// BenchmarkDurableCreateFloor writes the same bytes to a file of the same kind, brought together as bbolt does it if nothing
// else is said: 1,000 at once at most, or what came within 10 milliseconds.
func BenchmarkDurableCreateFloor(b *testing.B) {
	writeBatches(b, 1000)
}

// BenchmarkDurableCreateFull writes them always as many at once as there are connections: no server could bring more
// together, whatever its requests cost.
func BenchmarkDurableCreateFull(b *testing.B) {
	writeBatches(b, connections)
}

func writeBatches(b *testing.B, size int) {
	value := storedAlert(b)
	db := openFile(b, filepath.Join(b.TempDir(), "data"))
	db.MaxBatchSize = size
	inParallel(b, func(*http.Client) error {
		return db.Batch(func(tx *bbolt.Tx) error { return put(tx, value) })
	})
}

// BenchmarkDurableCreateSame writes them in as many transactions as the server needs for as many alerts.
func BenchmarkDurableCreateSame(b *testing.B) {
	file := filepath.Join(b.TempDir(), "data")
	c := servertest.Serve(b, refserver.Options{Data: file})
	create(b, c)
	if err := c.Server.Close(); err != nil {
		b.Fatal(err)
	}
	transactions := transactionsOf(b, openFile(b, file))
	value := storedAlert(b)
	db := openFile(b, file+"-bare")
	b.ResetTimer()
	for i := range transactions {
		err := db.Update(func(tx *bbolt.Tx) error {
			var err error
			for range b.N*(i+1)/transactions - b.N*i/transactions {
				err = errors.Join(err, put(tx, value))
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/float64(transactions), "puts/tx")
}

// BenchmarkDurableCreateBare is a bare handler that writes the same bytes to such a file, always as many at once as there are
// connections, and then answers: the least that transport and file can do together.
func BenchmarkDurableCreateBare(b *testing.B) {
	value := storedAlert(b)
	db := openFile(b, filepath.Join(b.TempDir(), "data"))
	db.MaxBatchSize = connections
	c := servertest.Serve(b, refserver.Options{})
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if err := db.Batch(func(tx *bbolt.Tx) error { return put(tx, value) }); err != nil {
			b.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(value)
	}))
	b.Cleanup(bare.Close)
	c.URL = bare.URL
	create(b, c)
}

// storedAlert are the bytes that the server keeps of an alert.
func storedAlert(b *testing.B) []byte {
	c := servertest.Serve(b, refserver.Options{})
	return []byte(c.Do("POST", servertest.Paths["alert"], c.Minimal("alert", typicalAlert())).Body)
}

func openFile(b *testing.B, file string) *bbolt.DB {
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	return db
}

// transactionsOf counts those that have written to the file: bbolt numbers them, and the number of a new file is 1.
func transactionsOf(b *testing.B, db *bbolt.DB) int {
	number := 0
	err := db.View(func(tx *bbolt.Tx) error {
		number = tx.ID()
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return number - 1
}

// put writes one document behind all others, as the server does.
func put(tx *bbolt.Tx, value []byte) error {
	alerts, err := tx.CreateBucketIfNotExists([]byte("alert"))
	if err != nil {
		return err
	}
	alerts.FillPercent = 0.9
	seq, err := alerts.NextSequence()
	if err != nil {
		return err
	}
	return alerts.Put(binary.BigEndian.AppendUint64(nil, seq), value)
}

func BenchmarkLargeList(b *testing.B) {
	size := 100_000
	if testing.Short() {
		size = 1000
	}
	c := servertest.Serve(b, refserver.Options{})
	for i := range size {
		r := c.Request("POST", servertest.Paths["node"], servertest.Object{"name": fmt.Sprint("n", i), "type": "t"})
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
				c.Must(http.StatusOK, "GET", servertest.Paths["node"]+query, nil)
			}
		})
	}
}

// typicalAlert are fields of an alert beyond the required ones: one item and one threshold.
func typicalAlert() servertest.Object {
	return servertest.Object{
		"type": "rate", "description": "Made by the benchmark.", "tags": []any{servertest.Object{"id": "t-1"}},
		"rate_value": 5, "rate_unit": "minute", "stmt_target_variable": "A", "stmt_operator": "ge", "stmt_aggregation": "avg",
		"stmt_time_window": 600, "destinations_list": []any{"plant@example.com"},
		"alert_items": []any{servertest.Object{
			"ref_id": "A", "type": "QUERY", "label": "Pressure",
			"query_filter_asset": servertest.Object{"id": "pump-1"}, "query_filter_attribute": servertest.Object{"id": "pressure"},
			"query_group_unit": "minute", "query_group_function": "avg",
		}},
		"stmt_thresholds": []any{servertest.Object{"value": 6.5, "status": "alert", "status_text": "Pressure is above 6.5 bar."}},
	}
}

func makeAlerts(c *servertest.Client, count int) {
	for range count {
		c.Made("alert", typicalAlert())
	}
}

// fetch sends the same GET over ten connections.
func fetch(b *testing.B, c *servertest.Client, path string) {
	request := c.Request("GET", path, nil)
	inParallel(b, func(web *http.Client) error { return once(web, request.Clone(b.Context()), http.StatusOK) })
}

// fetchBare fetches the same answer from a handler that does nothing but write it.
func fetchBare(b *testing.B, c *servertest.Client, path string) {
	c.URL = bareServer(b, http.StatusOK, c.Do("GET", path, nil).Body)
	fetch(b, c, path)
}

func bareServer(b *testing.B, status int, body string) (url string) {
	answer := []byte(body)
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(answer)
	}))
	b.Cleanup(bare.Close)
	return bare.URL
}

// create makes alerts over ten connections.
func create(b *testing.B, c *servertest.Client) {
	body := servertest.JSON(b, c.Minimal("alert", typicalAlert()))
	inParallel(b, func(web *http.Client) error {
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
