// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

const (
	pagesAtOnce = 4
	// maxListBytes is the maximum size of a cached list, to limit memory use. If a list is larger, its objects are read one by one.
	maxListBytes = 128 << 20
)

var (
	errListDiffers    = errors.New("the list and a single read return different documents of an object")
	errPagesUncounted = errors.New("the first page does not show how many there are")
)

// loadPages fetches pages of a list. If pages is 0 (unknown), it fetches only the first page. Otherwise, it fetches all pages after the
// first. It returns the number of pages, and the fetched objects by id.
func (r *Reader) loadPages(ctx context.Context, col engine.Collection, pages int) (int, map[string]json.RawMessage, error) {
	if pages > 0 {
		entries, err := r.loadOtherPages(ctx, col, pages)
		return pages, entries, err
	}
	first, err := r.client.Page(ctx, col, 1)
	if err != nil {
		return 0, nil, err
	}
	if first.Pages == 0 {
		return 0, nil, errPagesUncounted
	}
	size, objects := sizeOf(first), len(first.Elements)
	if first.Pages > maxListBytes/max(size, 1) || first.Pages > engine.MaxListed/max(objects, 1) {
		return 0, nil, fmt.Errorf("the list is too large: %d pages of %d objects with %d bytes", first.Pages, objects, size)
	}
	entries, err := byID(first.Elements)
	return first.Pages, entries, err
}

func sizeOf(page engine.Page) int {
	size := 0
	for _, element := range page.Elements {
		size += len(element)
	}
	return size
}

// total counts the objects and bytes on the pages fetched so far. If the list exceeds a limit, no more pages are fetched. Checking only the
// first page is not enough, because later pages may be larger.
type total struct{ objects, bytes atomic.Int64 }

func (t *total) add(page engine.Page) error {
	objects, bytes := t.objects.Add(int64(len(page.Elements))), t.bytes.Add(int64(sizeOf(page)))
	if objects > engine.MaxListed || bytes > maxListBytes {
		return fmt.Errorf("the list is too large: it has more than %d objects, or than %d MiB", engine.MaxListed, maxListBytes>>20)
	}
	return nil
}

// loadOtherPages fetches all pages except the first. An object that moves to a different page during the fetch may be missing from the
// result, and is then read individually. If an object is on two pages, the later page wins.
func (r *Reader) loadOtherPages(ctx context.Context, col engine.Collection, pages int) (map[string]json.RawMessage, error) {
	loaded := make([]map[string]json.RawMessage, pages+1)
	var all total
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(pagesAtOnce)
	for n := 2; n <= pages; n++ {
		group.Go(func() (err error) {
			loaded[n], err = r.loadPage(ctx, col, n, &all)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	entries := map[string]json.RawMessage{}
	for _, page := range loaded {
		maps.Copy(entries, page)
	}
	return entries, nil
}

func (r *Reader) loadPage(ctx context.Context, col engine.Collection, number int, all *total) (map[string]json.RawMessage, error) {
	page, err := r.client.Page(ctx, col, number)
	if engine.IsNotFound(err) {
		return nil, nil // The list has become shorter in the meantime.
	}
	if err == nil {
		err = all.add(page)
	}
	if err != nil {
		return nil, err
	}
	return byID(page.Elements)
}

// byID returns a page's objects by id. Each object stays encoded until a caller reads it.
func byID(elements []json.RawMessage) (map[string]json.RawMessage, error) {
	entries := make(map[string]json.RawMessage, len(elements))
	for i, element := range elements {
		var object struct {
			ID string `json:"id"`
		}
		if err := engine.Decode(element, &object); err != nil || object.ID == "" {
			return nil, fmt.Errorf("element %d of the list has no usable id", i)
		}
		entries[object.ID] = element
	}
	return entries, nil
}
