// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askDeployment finds out whether the engine can start components, without starting one: a GET of the path of a start is answered with
// 405 if there is a start, and with 404 if there is none.
func askDeployment(ctx context.Context, r *run) error {
	for _, doc := range r.listing.pages["component"].docs {
		id, _ := doc["id"].(string)
		word, _ := doc["type"].(string)
		read, err := r.door.get(ctx, r.route.spell("component/"+word+"s/"+id))
		if err != nil {
			return err
		}
		if !read.done() {
			continue
		}
		start, err := r.door.get(ctx, r.route.spell("component/"+word+"s/"+id+"/"+string(table.Start)))
		if err != nil {
			return err
		}
		r.verdicts.see("no-deployment", start.Status == http.StatusNotFound)
		return nil
	}
	r.verdicts.untold("no-deployment", "the engine has no component")
	return nil
}
