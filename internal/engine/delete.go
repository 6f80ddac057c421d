// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"net/http"
)

// Delete removes an object. That it is already gone is success, once that is proven (gone.go). An engine may refuse to
// remove what has children; those that this client has just removed may still be on their way out.
func (c *Client) Delete(ctx context.Context, col Collection, id string) error {
	var err error
	for range poll(ctx, settleTime) {
		if err = c.deleteOnce(ctx, col, id); err == nil {
			c.noteRemoval()
			return nil
		}
		if mayPass := IsInvalid(err) || isStatus(err, http.StatusConflict); !mayPass || !c.isRemoving() {
			break
		}
	}
	return err
}

func (c *Client) deleteOnce(ctx context.Context, col Collection, id string) error {
	reply, err := c.do(ctx, call{method: http.MethodDelete, address: address{op: opDelete, col: col, id: id}})
	if IsNotFound(err) {
		return c.confirmDeleted(ctx, col, id, err)
	}
	if err != nil {
		return err
	}
	if reply.isPage() {
		return c.unusable(reply, c.notJSON(reply))
	}
	return nil
}

// confirmDeleted makes sure that an object is gone which the engine could not find to delete. Where an attempt before went
// unanswered, that one has removed it. An engine that removes slowly may show it for a while.
func (c *Client) confirmDeleted(ctx context.Context, col Collection, id string, notFound error) error {
	if wasRepeated(notFound) {
		return nil
	}
	for range poll(ctx, settleTime) {
		_, err := c.ReadAgain(ctx, col, id)
		if IsGone(err) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("%w, but the %s %s can still be read", notFound, col, id)
}
