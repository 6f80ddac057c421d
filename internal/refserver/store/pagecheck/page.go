// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package pagecheck

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

const (
	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10

	elementSize   = 16   // Of branch and leaf pages: before the keys and values.
	bucketElement = 0x01 // The value of this element of a leaf is a bucket.
	bucketSize    = 16   // Of a bucket: its root and its sequence.
	manyFree      = 0xFFFF
	noFreelist    = ^uint64(0)

	// maxDepth is more than any file needs that a machine could hold: a page has two elements at least.
	maxDepth = 64
)

// walk goes through the pages of a file.
type walk struct {
	meta
	file io.ReaderAt
	used map[uint64]bool // Pages that something leads to.
}

// bounds are the keys between which those of a page lie: from, and below to. Nil is no bound.
type bounds struct{ from, to []byte }

// page is a page with those that follow it, or a bucket that is small enough to lie inside a value.
type page struct {
	name  string
	flags uint16
	count int
	data  []byte // From the header on.
}

// read gives a page that nothing else leads to.
func (w *walk) read(id uint64) (page, error) {
	if id < 2 || id >= w.end {
		return page{}, fmt.Errorf("page %d is named, but there are %d", id, w.end)
	}
	header := make([]byte, headerSize)
	if _, err := w.file.ReadAt(header, int64(id)*int64(w.pageSize)); err != nil {
		return page{}, fmt.Errorf("page %d: %w", id, err)
	}
	own, length := binary.NativeEndian.Uint64(header), 1+uint64(binary.NativeEndian.Uint32(header[12:]))
	if own != id || length > w.end-id {
		return page{}, fmt.Errorf("page %d is damaged", id)
	}
	for each := id; each < id+length; each++ {
		if w.used[each] {
			return page{}, fmt.Errorf("page %d is used twice", each)
		}
		w.used[each] = true
	}
	data := make([]byte, length*uint64(w.pageSize))
	if _, err := w.file.ReadAt(data, int64(id)*int64(w.pageSize)); err != nil {
		return page{}, fmt.Errorf("page %d: %w", id, err)
	}
	return newPage(fmt.Sprint("page ", id), data), nil
}

func newPage(name string, data []byte) page {
	return page{name, binary.NativeEndian.Uint16(data[8:]), int(binary.NativeEndian.Uint16(data[10:])), data}
}

// tree checks the page and all below it.
func (w *walk) tree(id uint64, depth int, keys bounds) error {
	p, err := w.read(id)
	if err != nil {
		return err
	}
	return w.elements(p, depth, keys)
}

// elements checks the elements of a branch or a leaf, whose keys only grow.
func (w *walk) elements(p page, depth int, keys bounds) error {
	if p.flags != branchPage && p.flags != leafPage || p.flags == branchPage && p.count == 0 || depth > maxDepth {
		return p.damaged()
	}
	for i := range p.count {
		key, value, ok := p.element(i)
		if !ok || keys.from != nil && bytes.Compare(key, keys.from) < 0 || i > 0 && bytes.Equal(key, keys.from) ||
			keys.to != nil && bytes.Compare(key, keys.to) >= 0 {
			return p.damaged()
		}
		keys.from = key
		var err error
		switch {
		case p.flags == branchPage:
			below := keys
			if next, _, ok := p.element(i + 1); ok && i+1 < p.count {
				below.to = next
			}
			err = w.tree(binary.NativeEndian.Uint64(value), depth+1, below)
		case p.word(i, 0)&bucketElement != 0:
			err = w.bucket(p, value, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bucket checks a bucket, which has a page of its own or lies in the value.
func (w *walk) bucket(p page, value []byte, depth int) error {
	if len(value) < bucketSize {
		return p.damaged()
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return w.tree(root, depth+1, bounds{})
	}
	inside := value[bucketSize:]
	if len(inside) < headerSize {
		return p.damaged()
	}
	return w.elements(newPage("a bucket in "+p.name, inside), depth+1, bounds{})
}

// element gives the key and the value of an element of a leaf, or the page that one of a branch leads to.
func (p page) element(i int) (key, value []byte, ok bool) {
	at := uint64(headerSize + i*elementSize)
	if at+elementSize > uint64(len(p.data)) {
		return nil, nil, false
	}
	from, keySize, valueSize := uint64(p.word(i, 0)), uint64(p.word(i, 4)), uint64(0)
	if p.flags == leafPage {
		from, keySize, valueSize = uint64(p.word(i, 4)), uint64(p.word(i, 8)), uint64(p.word(i, 12))
	}
	from += at
	if from < uint64(headerSize+p.count*elementSize) || from+keySize+valueSize > uint64(len(p.data)) {
		return nil, nil, false
	}
	if p.flags == branchPage {
		return p.data[from : from+keySize], p.data[at+8 : at+16], true
	}
	return p.data[from : from+keySize], p.data[from+keySize : from+keySize+valueSize], true
}

// word gives a number of an element.
func (p page) word(i, offset int) uint32 {
	return binary.NativeEndian.Uint32(p.data[headerSize+i*elementSize+offset:])
}

func (p page) damaged() error { return fmt.Errorf("%s is damaged", p.name) }

// freelist checks that no page is free that something leads to: the next writes would go there.
func (w *walk) freelist() error {
	if w.free == noFreelist {
		return nil // bbolt makes it anew.
	}
	p, err := w.read(w.free)
	if err != nil {
		return err
	}
	ids, count := p.data[headerSize:], uint64(p.count)
	if count == manyFree {
		ids, count = ids[8:], binary.NativeEndian.Uint64(ids)
	}
	if p.flags != freelistPage || count > uint64(len(ids)/8) {
		return p.damaged()
	}
	last := uint64(1)
	for i := range count {
		id := binary.NativeEndian.Uint64(ids[8*i:])
		if id <= last || id >= w.end || w.used[id] {
			return p.damaged()
		}
		last = id
	}
	return nil
}
