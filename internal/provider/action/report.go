// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
)

// report forwards an action's progress to Terraform. If Terraform is interrupted it stops reading, and a send blocks forever. report sends
// in a goroutine, so that an object that was stopped for a restart is still started again.
type report struct {
	ctx      context.Context // of the action
	messages chan string
	sent     chan struct{} // closed when all messages are sent
	last     string
}

// waiting is the maximum number of unsent progress messages. Further messages are dropped.
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

// tell sends a message, unless it repeats the previous one.
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

// end waits until all messages are sent or Terraform has stopped reading.
func (r *report) end() {
	close(r.messages)
	select {
	case <-r.sent:
	case <-r.ctx.Done():
	}
}
