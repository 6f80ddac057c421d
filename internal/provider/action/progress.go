// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
)

// progress sends progress messages to Terraform from its own goroutine. If the user interrupts Terraform, Terraform stops reading, and
// sending a message blocks forever. The action must still continue, so that it starts a component that it has stopped.
type progress struct {
	ctx      context.Context // the action's context
	messages chan string
	sent     chan struct{} // closed when all messages are sent
	last     string
}

// waiting limits the progress messages that wait to be sent. If there are more, progress drops them.
const waiting = 64

func newProgress(ctx context.Context, send func(message string)) *progress {
	p := &progress{ctx: ctx, messages: make(chan string, waiting), sent: make(chan struct{})}
	go func() {
		defer close(p.sent)
		for message := range p.messages {
			if ctx.Err() != nil {
				return
			}
			send(message)
		}
	}()
	return p
}

// tell queues a progress message, unless it equals the previous one.
func (p *progress) tell(message string) {
	if message == p.last {
		return
	}
	p.last = message
	select {
	case p.messages <- message:
	default:
	}
}

// end waits until all progress messages are sent or the action's context ends.
func (p *progress) end() {
	close(p.messages)
	select {
	case <-p.sent:
	case <-p.ctx.Done():
	}
}
