// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"context"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/engine/bulk"
)

func readAll(ctx context.Context, client *engine.Client, kinds []catalog.Object, p *progress.Line) ([]*object, error) {
	defer p.Clear()
	var all []*object
	for _, kind := range kinds {
		found, err := readKind(ctx, client, kind, p)
		if engine.IsNotFound(err) {
			err = fmt.Errorf("there is no such list below this address; check base_url: %w", err)
		}
		if err != nil {
			return nil, fmt.Errorf("read the %s: %w", kind.Plural, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// readKind reads all objects of a kind and compares their number with the number that the engine counts. If the numbers differ, it sends
// the list requests again, because objects shift between pages while somebody creates or deletes one. If they still differ, it returns an
// error.
func readKind(ctx context.Context, client *engine.Client, kind catalog.Object, p *progress.Line) ([]*object, error) {
	for again := false; ; again = true {
		found, err := listKind(ctx, client, kind, p)
		if err != nil {
			return nil, err
		}
		count, known, err := client.Count(ctx, kind.Collection(""), nil)
		if err != nil {
			return nil, err
		}
		if !known || count == len(found) {
			return found, nil
		}
		if again {
			return nil, fmt.Errorf("the list has %d objects, but the engine counts %d", len(found), count)
		}
	}
}

func listKind(ctx context.Context, client *engine.Client, kind catalog.Object, p *progress.Line) ([]*object, error) {
	var found []*object
	for doc, err := range bulk.NewReader(client, false, nil, nil).Documents(ctx, kind.Collection(""), nil) {
		if err != nil {
			return nil, err
		}
		o := &object{kind: kind, doc: doc}
		o.id, _ = doc["id"].(string)
		o.name, _ = doc["name"].(string)
		found = append(found, o)
		if len(found)%100 == 0 {
			p.Say("Reading %s: %d", kind.Plural, len(found))
		}
	}
	return found, nil
}
