// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// askTags finds out what ETags do in updates. The habits no-etags and weak-etags are seen in reads (sample). Other differences have no habits,
// so they become findings.
func askTags(ctx context.Context, r *run) {
	p := r.plain(ctx, "dashboard")
	if p == nil {
		return
	}
	tag := func() string {
		r.settle(ctx)
		return r.get(ctx, r.objectPath(p.object)).Header.Get("Etag")
	}
	update := func(how, tag string) *reply {
		return r.updateVersion(ctx, p.object, map[string]any{"description": "Changed with " + how + " tag."}, tag)
	}
	first := tag()
	switch {
	case first != tag():
		r.find("The ETag of an object changes without a change of the object, so updates that send the tag are refused.")
		return
	case first == "":
		if answer := update("a made-up", `"no tag of an engine"`); !answer.done() {
			r.find(fmt.Sprintf("The engine sends no ETag, and still refuses an If-Match with %d.", answer.Status))
		}
		return
	case strings.HasPrefix(first, "W/"):
		return
	}
	switch answer := update("its", first); {
	case answer.failures > 0:
		return // The first attempt may have changed the object, and with it the tag.
	case !answer.done():
		r.find(fmt.Sprintf("The engine answers an update whose If-Match has the ETag of the object with %d.", answer.Status))
		return
	case tag() == first:
		r.find("The ETag of an object stays the same although the object has changed, so it does not protect changes of others.")
		return
	}
	switch answer := update("an old", first); {
	case answer.done():
		r.find("The engine makes an update although its If-Match has an old ETag, so it does not protect changes of others.")
	case answer.Status != http.StatusPreconditionFailed:
		r.find(fmt.Sprintf("The engine answers an update with an old ETag with %d instead of 412.", answer.Status))
	}
}
