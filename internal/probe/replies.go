// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
)

// dateAsked is the number of answers after which a run would have met an engine that asks to wait for one request in ten.
const dateAsked = 40

// askReplies looks at the headers of the answers so far.
func askReplies(ctx context.Context, r *run) error {
	answer, err := r.door.get(ctx, r.listPath("dashboard"), "page_size", "1")
	if err != nil {
		return err
	}
	r.verdicts.see("no-request-id", answer.Header.Get("X-Request-Id") == "")
	return nil
}

// seeWaits decides whether the engine asks clients to wait until a date. The share of such answers is only known roughly.
func (r *run) seeWaits() {
	switch {
	case r.door.dated > 0:
		r.verdicts.see("dated-429", true, share(r.door.dated, r.door.asked))
	case r.door.asked >= dateAsked:
		r.verdicts.see("dated-429", false)
	default:
		r.verdicts.untold("dated-429", "the run sent too few requests")
	}
}

// share returns part of all as a round number, such as 0.1.
func share(part, all int) string {
	steps := []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}
	best := steps[0]
	for _, step := range steps {
		ratio := float64(part) / float64(all)
		if near(step, ratio) < near(best, ratio) {
			best = step
		}
	}
	return fmt.Sprint(best)
}

// near returns how far two positive numbers are apart, as a factor of at least 1.
func near(a, b float64) float64 { return max(a/b, b/a) }
