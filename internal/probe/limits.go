// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

const (
	// usualBody is the size in bytes of the largest body that engines accept.
	usualBody = 1 << 20
	// smallestBody is the size of the smallest body with which the run asks.
	smallestBody = 64
)

// askLimits finds out the size of the largest body, and whether two objects may have the same name.
func askLimits(ctx context.Context, r *run) error {
	if err := askBodies(ctx, r); err != nil {
		return err
	}
	return askNames(ctx, r)
}

// askBodies finds the size of the largest body: first by doubling, then by halving.
func askBodies(ctx context.Context, r *run) error {
	const habit = "small-bodies"
	dashboard, err := r.createAccepted(ctx, "dashboard", map[string]any{"description": "Made by a probe."})
	if err != nil {
		return err
	}
	if dashboard == nil {
		r.verdicts.untold(habit, "the engine refuses to create a dashboard")
		return nil
	}
	refuses := func(size int) (bool, error) { return r.refusesBody(ctx, dashboard, size) }
	isSmall, err := refuses(usualBody)
	var unreachable *unreachableError
	if errors.As(err, &unreachable) {
		r.verdicts.untold(habit, "the engine does not answer requests with 1 MiB")
		return nil
	}
	if err != nil || !isSmall {
		r.verdicts.see(habit, false)
		return err
	}
	accepted, refused := 0, smallestBody
	for refused < usualBody {
		if isSmall, err = refuses(refused); err != nil {
			return err
		}
		if isSmall {
			break
		}
		accepted, refused = refused, 2*refused
	}
	next := accepted + 1 // The bound is often a power of two.
	for accepted+1 < refused {
		if isSmall, err = refuses(next); err != nil {
			return err
		}
		if isSmall {
			refused = next
		} else {
			accepted = next
		}
		next = (accepted + refused) / 2
	}
	r.verdicts.see(habit, true, strconv.Itoa(accepted))
	return nil
}

// refusesBody reports whether the engine finds a body of this size too large. The description in it is a list, which the engine refuses
// after it has read the body. So no large object is stored.
func (r *run) refusesBody(ctx context.Context, dashboard *object, size int) (bool, error) {
	patch := map[string]any{"description": []string{""}}
	empty, err := json.Marshal(patch)
	if err != nil {
		return false, fmt.Errorf("a body could not be written: %w", err)
	}
	patch["description"] = []string{strings.Repeat("a", max(0, size-len(empty)))}
	answer, err := r.update(ctx, dashboard, patch)
	if err != nil {
		return false, err
	}
	return answer.Status == http.StatusRequestEntityTooLarge, nil
}

// askNames renames an object so that it has the name of another one. A create with that name could not be searched for if its answer was
// lost.
func askNames(ctx context.Context, r *run) error {
	var nodes []*object
	for range 2 {
		o, err := r.createAccepted(ctx, "node", examples()["node"].Create)
		if err != nil {
			return err
		}
		if o == nil {
			r.verdicts.untold("unique-names", "the engine refuses to create a node")
			return nil
		}
		nodes = append(nodes, o)
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	return r.seeRefusal(ctx, nodes[1], map[string]any{"name": r.cast.name("node")}, map[string]any{"name": nodes[0].name}, "unique-names")
}
