// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

type fault struct {
	refserver.Fault

	Delay string          `json:"delay"` // A duration such as "250ms".
	Body  json.RawMessage `json:"body"`  // A JSON string is sent without quotes, and any other value as JSON.
}

func addFault(d *API, r *http.Request) (any, error) {
	var sent fault
	if err := read(r.Body, &sent); err != nil {
		return nil, err
	}
	f, err := sent.fault()
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastFault++
	id := strconv.Itoa(d.lastFault)
	d.faults[id] = d.server.Fail(f)
	return map[string]string{"id": id}, nil
}

func (f fault) fault() (made refserver.Fault, err error) {
	made = f.Fault
	made.Header = http.Header{}
	for name, values := range f.Header {
		name = http.CanonicalHeaderKey(name)
		made.Header[name] = append(made.Header[name], values...)
	}
	switch {
	case !slices.Contains([]refserver.Drop{"", refserver.DropBefore, refserver.DropAfter}, f.Drop):
		return made, fmt.Errorf("drop must be before or after, not %q", f.Drop)
	case f.Status != 0 && (f.Status < 200 || f.Status > 599):
		return made, fmt.Errorf("the status must be 200 to 599, not %d", f.Status)
	case f.Times < 0:
		return made, fmt.Errorf("times must be 0 or more, not %d", f.Times)
	}
	if made.Delay, err = time.ParseDuration(cmp.Or(f.Delay, "0")); err != nil || made.Delay < 0 {
		return made, fmt.Errorf("the delay must be a duration such as 250ms, not %q", f.Delay)
	}
	if json.Unmarshal(f.Body, &made.Body) != nil {
		made.Body = string(f.Body)
	}
	return made, nil
}

func (d *API) clearFaults() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.faults)
	d.server.ClearFaults()
}

func removeFault(d *API, r *http.Request) (any, error) {
	id := r.PathValue("fault")
	d.mu.Lock()
	defer d.mu.Unlock()
	remove, ok := d.faults[id]
	if !ok {
		return nil, notFound("there is no fault %q", id)
	}
	delete(d.faults, id)
	remove()
	return nil, nil
}
