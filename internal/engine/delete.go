// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"fmt"
	"net/http"
)

// Delete deletes an object. After a 404, it succeeds only if the object is proven to be gone (ReadAgain). An engine may refuse to delete an
// object whose children were just deleted. So if this client has just deleted something, Delete tries again for settleTime.
func (c *Client) Delete(ctx context.Context, col Collection, id string) error {
	var err error
	for range Poll(ctx, lastLook, settleTime) {
		if err = c.deleteOnce(ctx, col, id); err == nil {
			c.noteRemoval()
			return nil
		}
		if isRefused := IsInvalid(err) || isStatus(err, http.StatusConflict); !isRefused || !c.isRemoving() {
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
		return c.newError(reply, reply.notJSON())
	}
	return nil
}

// confirmDeleted returns nil if an object whose delete got a 404 is proven to be gone. It reads the object for a while, because the engine
// may still be deleting it. If the delete was sent more than once, the 404 is proof enough: an earlier attempt has deleted the object.
func (c *Client) confirmDeleted(ctx context.Context, col Collection, id string, notFound error) error {
	if wasRepeated(notFound) {
		return nil
	}
	for range Poll(ctx, lastLook, settleTime) {
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
