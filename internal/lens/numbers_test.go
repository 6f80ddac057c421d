// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// TestNumbersOfEveryPrecisionSurvive checks that a number is read again as the one that was written, whatever precision the
// caller made it with.
func TestNumbersOfEveryPrecisionSurvive(t *testing.T) {
	for _, f := range append(viewNumbers(),
		big.NewFloat(1e308), big.NewFloat(-1.7976931348623157e308), new(big.Float).SetMantExp(big.NewFloat(1), 1023),
		new(big.Float).SetPrec(64).Quo(big.NewFloat(1), big.NewFloat(3)),
		new(big.Float).SetPrec(document.Precision).Quo(big.NewFloat(1), big.NewFloat(3)),
		new(big.Float).SetPrec(document.Precision).SetMantExp(big.NewFloat(1), 2000),
	) {
		written := document.FromNumber(f)
		got, ok := document.Number(written)
		if !ok || !document.SameNumber(got, f) {
			t.Errorf("%s (%d bits) is written as %s and read as %v", f.Text('g', 20), f.Prec(), written, got)
		}
		if !json.Valid([]byte(written)) {
			t.Errorf("%s is not JSON", written)
		}
	}
}
