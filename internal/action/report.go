// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
)

// report passes on what an action has to tell. Terraform may stop to listen in the middle: the send that it does not take then
// never ends, and must not hold up an object that was stopped and is to be started again.
type report struct {
	ctx      context.Context // of the invocation
	messages chan string
	sent     chan struct{} // closed when all messages were taken
	last     string
}

// waiting is how many messages may wait for Terraform to take them. More are left out.
const waiting = 64

func newReport(ctx context.Context, send func(message string)) *report {
	r := &report{ctx: ctx, messages: make(chan string, waiting), sent: make(chan struct{})}
	go func() {
		defer close(r.sent)
		for message := range r.messages {
			if ctx.Err() != nil {
				return
			}
			send(message)
		}
	}()
	return r
}

// tell passes on a message that says something new.
func (r *report) tell(message string) {
	if message == r.last {
		return
	}
	r.last = message
	select {
	case r.messages <- message:
	default:
	}
}

// end waits until all was taken, or until nobody listens.
func (r *report) end() {
	close(r.messages)
	select {
	case <-r.sent:
	case <-r.ctx.Done():
	}
}
