// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import "sync/atomic"

// triesUnreached is how often a request is sent to an engine that has never been reached. The waits between them are less than a second
// together.
const triesUnreached = 3

// unreached remembers whether the engine was ever reached. As long as it was not, a refused connection is more likely a wrong address than
// an engine that restarts: the user is told soon, and not once more for each object.
type unreached struct {
	answered atomic.Bool // some request was answered
	told     atomic.Bool // some request gave up
}

// note remembers an answer.
func (u *unreached) note(last result) {
	if last.reply != nil {
		u.answered.Store(true)
	}
}

// givesUp reports whether a request that could not be sent is not worth another try.
func (u *unreached) givesUp(last result, attempts int) bool {
	if last.failure == nil || !isDialError(last.failure.cause) || u.answered.Load() {
		return false
	}
	if attempts >= triesUnreached {
		u.told.Store(true)
	}
	return u.told.Load()
}
