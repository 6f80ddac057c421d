// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// askTags finds out what ETags do in updates. The habits no-etags and weak-etags are seen in reads (seeReply). For other differences there
// are no habits, so they become findings.
func askTags(ctx context.Context, r *run) error {
	dashboard, err := r.createAccepted(ctx, "dashboard", map[string]any{"description": "Made by a probe."})
	if err != nil || dashboard == nil {
		return err
	}
	first, err := r.tagOf(ctx, dashboard)
	if err != nil {
		return err
	}
	again, err := r.tagOf(ctx, dashboard)
	if err != nil {
		return err
	}
	if first != again {
		r.find("The ETag of an object changes without a change of the object, so updates that send the tag are refused.")
		return nil
	}
	if first == "" {
		return r.askTagIgnored(ctx, dashboard, `"no tag of an engine"`, "The engine sends no ETag, and still refuses an If-Match with %d.")
	}
	if strings.HasPrefix(first, "W/") {
		return nil
	}
	answer, err := r.updateVersion(ctx, dashboard, map[string]any{"description": "Changed with its tag."}, first)
	if err != nil {
		return err
	}
	if answer.failures > 0 {
		return nil // The first attempt may have changed the object, and with it the tag.
	}
	if !answer.done() {
		r.find(fmt.Sprintf("The engine answers an update whose If-Match has the ETag of the object with %d.", answer.Status))
		return nil
	}
	second, err := r.tagOf(ctx, dashboard)
	if err != nil {
		return err
	}
	if second == first {
		r.find("The ETag of an object stays the same although the object has changed, so it does not protect changes of others.")
		return nil
	}
	return r.askOldTag(ctx, dashboard, first)
}

// tagOf returns the ETag in the answer to a read.
func (r *run) tagOf(ctx context.Context, o *object) (string, error) {
	if err := r.settle(ctx); err != nil {
		return "", err
	}
	read, err := r.door.get(ctx, r.objectPath(o))
	if err != nil {
		return "", err
	}
	return read.Header.Get("Etag"), nil
}

// askTagIgnored updates an object with a made-up tag on an engine that sends none. The finding has a place for the status.
func (r *run) askTagIgnored(ctx context.Context, o *object, tag, finding string) error {
	answer, err := r.updateVersion(ctx, o, map[string]any{"description": "Changed with a made-up tag."}, tag)
	if err == nil && !answer.done() {
		r.find(fmt.Sprintf(finding, answer.Status))
	}
	return err
}

// askOldTag updates an object with the tag of an earlier version.
func (r *run) askOldTag(ctx context.Context, o *object, tag string) error {
	answer, err := r.updateVersion(ctx, o, map[string]any{"description": "Changed with an old tag."}, tag)
	if err != nil {
		return err
	}
	switch {
	case answer.done():
		r.find("The engine makes an update although its If-Match has an old ETag, so it does not protect changes of others.")
	case answer.Status != http.StatusPreconditionFailed:
		r.find(fmt.Sprintf("The engine answers an update with an old ETag with %d instead of 412.", answer.Status))
	}
	return nil
}
