// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

type fault struct {
	Method     string              `json:"method"`
	PathPrefix string              `json:"path_prefix"`
	Delay      string              `json:"delay"` // For example "250ms".
	Drop       string              `json:"drop"`  // "before" or "after" the request takes effect.
	Status     int                 `json:"status"`
	Header     map[string][]string `json:"header"`
	Body       json.RawMessage     `json:"body"`        // A text is answered without quotes, other values as JSON.
	AfterWrite bool                `json:"after_write"` // Answer the status after the request took effect.
	CutBody    bool                `json:"cut_body"`
	Times      int                 `json:"times"`
}

func addFault(d *Door, r *http.Request) (any, error) {
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

func (f fault) fault() (refserver.Fault, error) {
	made := refserver.Fault{
		Method: f.Method, PathPrefix: f.PathPrefix, Status: f.Status, Header: http.Header{},
		AfterWrite: f.AfterWrite, CutBody: f.CutBody, Times: f.Times,
	}
	for name, values := range f.Header {
		for _, value := range values {
			made.Header.Add(name, value)
		}
	}
	switch f.Drop {
	case "":
	case "before":
		made.Drop = refserver.DropBefore
	case "after":
		made.Drop = refserver.DropAfter
	default:
		return made, fmt.Errorf("drop must be before or after, not %q", f.Drop)
	}
	if f.Status != 0 && (f.Status < 200 || f.Status > 599) {
		return made, fmt.Errorf("the status must be 200 to 599, not %d", f.Status)
	}
	if f.Times < 0 {
		return made, fmt.Errorf("times must be 0 or more, not %d", f.Times)
	}
	if f.Delay != "" {
		delay, err := time.ParseDuration(f.Delay)
		if err != nil || delay < 0 {
			return made, fmt.Errorf("the delay must be a time like 250ms, not %q", f.Delay)
		}
		made.Delay = delay
	}
	made.Body = string(f.Body)
	var text string
	if len(f.Body) > 0 && json.Unmarshal(f.Body, &text) == nil {
		made.Body = text
	}
	return made, nil
}

func clearFaults(d *Door, _ *http.Request) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.faults)
	d.server.ClearFaults()
	return nil, nil
}

func removeFault(d *Door, r *http.Request) (any, error) {
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
