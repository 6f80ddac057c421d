// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// shelf answers reads and lists of alerts, or of any other kind, as an engine with many objects does. The object number
// 7 has the id "7".
type shelf struct {
	log      requestLog
	size     int
	pageSize int                    // the largest; 0 means what is asked for
	bare     bool                   // the list is an array
	element  func(id string) string // what the list says of an object, "" for nothing; nil means what a read says
	next     func(page int) string  // the JSON of the next page's address; nil means as usual, "" none at all
	before   func(r *http.Request)  // runs before an answer
	status   func(r *http.Request) int
}

func object(id string) string {
	return fmt.Sprintf(`{"id":%q,"name":"object %s","rate_value":1.50}`, id, id)
}

// handle answers one request.
func (s *shelf) handle(t *testing.T) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.log.add(r.Method + " " + r.URL.RequestURI())
		if s.before != nil {
			s.before(r)
		}
		if r.Context().Err() != nil {
			return
		}
		if s.status != nil {
			if status := s.status(r); status != 0 {
				answer(t, w, status, `{"detail":"no"}`)
				return
			}
		}
		id := strings.Split(strings.Trim(r.URL.Path, "/"), "/")[4:]
		switch number := 0; {
		case len(id) == 0:
			s.list(t, w, r)
		case r.Method == http.MethodPatch:
			answer(t, w, http.StatusOK, object(id[0]))
		default:
			var err error
			if number, err = strconv.Atoi(id[0]); err != nil || number >= s.size {
				answer(t, w, http.StatusNotFound, `{"detail":"Not found."}`)
				return
			}
			answer(t, w, http.StatusOK, object(id[0]))
		}
	}
}

func (s *shelf) list(t *testing.T, w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.URL.Query().Get("page"))
	size, sizeErr := strconv.Atoi(r.URL.Query().Get("page_size"))
	if err != nil || sizeErr != nil {
		answer(t, w, http.StatusBadRequest, `{"detail":"Which page?"}`)
		return
	}
	if s.pageSize > 0 {
		size = min(size, s.pageSize)
	}
	first, last := (number-1)*size, min(number*size, s.size)
	if s.bare {
		first, last = 0, s.size
	}
	var elements []string
	for n := first; n < last; n++ {
		text := object(strconv.Itoa(n))
		if s.element != nil {
			text = s.element(strconv.Itoa(n))
		}
		if text != "" {
			elements = append(elements, text)
		}
	}
	array := "[" + strings.Join(elements, ",") + "]"
	if s.bare {
		answer(t, w, http.StatusOK, array)
		return
	}
	next := "null"
	if last < s.size {
		next = fmt.Sprintf(`"http://%s%s?page=%d&page_size=%d"`, r.Host, r.URL.Path, number+1, size)
	}
	if s.next != nil {
		next = s.next(number)
	}
	if next != "" {
		next = `"next":` + next + ","
	}
	answer(t, w, http.StatusOK, fmt.Sprintf(`{"count":%d,%s"results":%s}`, s.size, next, array))
}

// client is a client of the shelf, reached without a network.
func (s *shelf) client(t *testing.T, cfg Config) *Client {
	t.Helper()
	return inMemory(t, cfg, s.handle(t))
}

// requests takes the counts of single reads and of pages since the last time.
func (s *shelf) requests() (singles, pages int) {
	for _, line := range s.log.take() {
		if strings.Contains(line, "page=") {
			pages++
		} else {
			singles++
		}
	}
	return singles, pages
}

// readMany reads the first n objects of a collection, ten at once as Terraform does, and wants each to be right.
func readMany(t *testing.T, c *Client, col Collection, n int) {
	t.Helper()
	readRange(t, c, col, 0, n)
}

func readRange(t *testing.T, c *Client, col Collection, from, to int) {
	t.Helper()
	for id, err := range readConcurrently(t.Context(), c, col, from, to) {
		if err != nil {
			t.Errorf("object %s: %v", id, err)
		}
	}
}

func readConcurrently(ctx context.Context, c *Client, col Collection, from, to int) map[string]error {
	failed := map[string]error{}
	var mu sync.Mutex
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range 10 {
		workers.Go(func() {
			for number := range numbers {
				id := strconv.Itoa(number)
				if err := readOne(ctx, c, col, id); err != nil {
					mu.Lock()
					failed[id] = err
					mu.Unlock()
				}
			}
		})
	}
	for number := from; number < to; number++ {
		numbers <- number
	}
	close(numbers)
	workers.Wait()
	return failed
}

// readOne reads an object and wants it whole.
func readOne(ctx context.Context, c *Client, col Collection, id string) error {
	doc, err := c.ReadShared(ctx, col, id)
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("map[id:%s name:object %s rate_value:1.50]", id, id); fmt.Sprint(doc) != want {
		return fmt.Errorf("read %v, want %s", doc, want)
	}
	return nil
}
