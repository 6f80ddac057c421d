// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"
	"math/big"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// Respelled may keep the state's value only if the plan differs from it in nothing but spelling: applying the plan would not change the
// object. All other attributes must keep their planned values.
func TestRespelledLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := generator{T: t}.update()
		respelled, differs := u.shape.Respelled(u.prior, u.planned)
		if differs == respelled.Equal(u.planned) {
			t.Fatalf("Respelled says %t\nprior %s\nplanned %s", differs, u.prior, u.planned)
		}
		priors, members, got := tfvalue.Object(u.prior), tfvalue.Object(u.planned), tfvalue.Object(respelled)
		for attr := range got {
			if got[attr].Equal(members[attr]) {
				continue
			}
			if !got[attr].Equal(priors[attr]) || members[attr].IsNull() || priors[attr].IsNull() {
				t.Fatalf("%s is planned as %s\nprior %s\nplanned %s", attr, got[attr], u.prior, u.planned)
			}
			alone := tfvalue.WithMember(u.prior, attr, members[attr])
			doc := u.shape.Overlay(nil, u.prior)
			for name, sent := range u.shape.Patch(doc, u.prior, alone) {
				shape := u.shape.member(name).Shape
				if !reflect.DeepEqual(canonical(shape, sent, true), canonical(shape, doc[name], true)) {
					t.Fatalf("%s is a change\nprior %s\nplanned %s", document.Encode(sent), u.prior, u.planned)
				}
			}
		}
	})
}

// A Terraform number of any precision must stay equal when it is written to JSON and read back.
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
