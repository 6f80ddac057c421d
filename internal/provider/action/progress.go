// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package action

import (
	"context"
)

// progress sends an action's messages to Terraform from a separate goroutine. After an interrupt, Terraform may stop reading, which blocks
// the goroutine forever. The action itself must not block, because it may have to restart a component that it has stopped.
type progress struct {
	ctx      context.Context // the action's context
	messages chan string
	sent     chan struct{} // closed when the goroutine ends
	last     string
}

// queueSize is the maximum number of queued messages. If the queue is full, new messages are dropped.
const queueSize = 64

func newProgress(ctx context.Context, send func(message string)) *progress {
	p := &progress{ctx: ctx, messages: make(chan string, queueSize), sent: make(chan struct{})}
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

// report queues a message for Terraform, unless it repeats the previous message.
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

// end waits until all messages have been sent or the action's context is done. Don't call report afterwards.
func (p *progress) end() {
	close(p.messages)
	select {
	case <-p.sent:
	case <-p.ctx.Done():
	}
}
