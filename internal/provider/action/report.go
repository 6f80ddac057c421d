// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
)

// report sends progress messages to Terraform from its own goroutine. If the user interrupts Terraform, Terraform stops reading, and
// sending a message blocks forever. The action must still continue, so that it starts a component that it has stopped.
type report struct {
	ctx      context.Context // the action's context
	messages chan string
	sent     chan struct{} // closed when all messages are sent
	last     string
}

// waiting limits the progress messages that wait to be sent. If there are more, report drops them.
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

// tell queues a progress message, unless it equals the previous one.
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

// end waits until all progress messages are sent or the action's context ends.
func (r *report) end() {
	close(r.messages)
	select {
	case <-r.sent:
	case <-r.ctx.Done():
	}
}
