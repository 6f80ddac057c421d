// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package pagecheck

import (
	"encoding/binary"
	"hash/fnv"
	"io"
)

const (
	headerSize  = 16 // Of a page: id, flags, count, overflow.
	metaSize    = 64
	metaMagic   = 0xED0CDAED
	metaVersion = 2

	minPageSize = 1 << 10
	maxPageSize = 1 << 16
)

// meta is what one of the two first pages says of the file. The valid one of the later transaction counts.
type meta struct {
	pageSize uint32
	root     uint64 // Page of the bucket that holds all others.
	free     uint64 // Page of the free list.
	end      uint64 // The number of pages.
	txid     uint64
}

// readMeta gives the meta that counts. The second page is looked for at every place where it may begin if the first, which
// tells the size of pages, is damaged.
func readMeta(file io.ReaderAt) (meta, error) {
	first, firstOK := metaAt(file, 0)
	if firstOK {
		if second, ok := metaAt(file, first.pageSize); ok && second.pageSize == first.pageSize && second.txid > first.txid {
			return second, nil
		}
		return first, nil
	}
	for size := uint32(minPageSize); size <= maxPageSize; size *= 2 {
		if second, ok := metaAt(file, size); ok && second.pageSize == size {
			return second, nil
		}
	}
	return meta{}, ErrForeign
}

// metaAt reads the meta of the page that begins there.
func metaAt(file io.ReaderAt, offset uint32) (m meta, ok bool) {
	data := make([]byte, headerSize+metaSize)
	if _, err := file.ReadAt(data, int64(offset)); err != nil {
		return meta{}, false
	}
	data = data[headerSize:]
	sum := fnv.New64a()
	_, _ = sum.Write(data[:56])
	word, long := binary.NativeEndian.Uint32, binary.NativeEndian.Uint64
	m = meta{pageSize: word(data[8:]), root: long(data[16:]), free: long(data[32:]), end: long(data[40:]), txid: long(data[48:])}
	ok = word(data) == metaMagic && word(data[4:]) == metaVersion && long(data[56:]) == sum.Sum64() &&
		m.pageSize >= minPageSize && m.pageSize <= maxPageSize && m.pageSize&(m.pageSize-1) == 0
	return m, ok
}
