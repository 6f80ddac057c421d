// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
)

// progress sends messages to Terraform from a separate goroutine, because sending blocks forever if Terraform stops reading after an
// interrupt. Even then, the action must restart a component that it has stopped.
type progress struct {
	ctx      context.Context // the action's context
	messages chan string
	sent     chan struct{} // closed when all messages are sent
	last     string
}

// waiting is the maximum number of queued messages. Further messages are dropped.
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

// report queues a message, unless it equals the previous one.
func (p *progress) report(message string) {
	if message == p.last {
		return
	}
	p.last = message
	select {
	case p.messages <- message:
	default:
	}
}

// end waits until all messages are sent or the action's context ends.
func (p *progress) end() {
	close(p.messages)
	select {
	case <-p.sent:
	case <-p.ctx.Done():
	}
}
