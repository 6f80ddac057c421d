// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestResultsThatCantBeStored checks that if the store rejects the results of alert runs, Add returns an error and adds no points.
func TestResultsThatCantBeStored(t *testing.T) {
	t.Parallel()
	r, documents := newRunner(t)
	alert := servertest.PressureAlert("p1", servertest.Object{"id": "a", "status": "no_alert"})
	if err := documents.Write(func(tx *store.Tx) error {
		_, err := tx.Create("alert", "a", alert)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := documents.Close(); err != nil {
		t.Fatal(err)
	}
	err := r.Add(t.Context(), "day.json", strings.NewReader(day))
	if points, seriesErr := r.Series(t.Context()); err == nil || seriesErr != nil || len(points) > 0 {
		t.Errorf("the error is %v, and the series are %v, %v", err, points, seriesErr)
	}
}

func newRunner(t *testing.T) (*evaluation.Runner, *store.Store) {
	t.Helper()
	documents, err := store.Open(table.All(), filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { documents.Close() }) // closing twice does no harm
	r := evaluation.New(documents, &evaluation.Clock{}, evaluation.Options{}, func([]notify.Email) {}, slog.New(slog.DiscardHandler))
	t.Cleanup(r.Close)
	return r, documents
}
