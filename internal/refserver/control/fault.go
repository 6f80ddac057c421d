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

// fault is refserver.Fault in JSON.
type fault struct {
	Method     string              `json:"method"`
	PathPrefix string              `json:"path_prefix"`
	Delay      string              `json:"delay"` // Like "250ms".
	Drop       string              `json:"drop"`  // "before" or "after" the request takes effect.
	Status     int                 `json:"status"`
	Header     map[string][]string `json:"header"`
	Body       json.RawMessage     `json:"body"`        // A text stands for itself, anything else for its JSON.
	AfterWrite bool                `json:"after_write"` // The status is answered after the request took effect.
	CutBody    bool                `json:"cut_body"`
	Times      int                 `json:"times"`
}

// addFault is Server.Fail.
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
		return made, fmt.Errorf("drop is %q, not before or after", f.Drop)
	}
	if f.Status != 0 && (f.Status < 200 || f.Status > 599) {
		return made, fmt.Errorf("the status %d is none of an answer", f.Status)
	}
	if f.Times < 0 {
		return made, fmt.Errorf("a fault cannot meet %d requests", f.Times)
	}
	if f.Delay != "" {
		delay, err := time.ParseDuration(f.Delay)
		if err != nil || delay < 0 {
			return made, fmt.Errorf("the delay %q is no time like 250ms", f.Delay)
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

// clearFaults is Server.ClearFaults.
func clearFaults(d *Door, _ *http.Request) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.faults)
	d.server.ClearFaults()
	return nil, nil
}

// removeFault calls what Server.Fail gave.
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
