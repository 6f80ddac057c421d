// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// The data file has a bucket per kind: documents by their place in the order of creation, each with a checksum of kind, place
// and document behind it. One more bucket says the version of this format and what all checksums come to, so that an object
// that is missing is noticed too. Files of version 0, which have neither this bucket nor checksums, are converted when they
// are opened.
const (
	version = 1

	formatBucket = "!format of the reference server" // The first of all: a page that lost some elements has lost the last.
	versionKey   = "version"
	sumKey       = "sum"

	firstTransaction = 1 // Of a file that bbolt has made and nobody written to.

	keySize = 8
	crcSize = 4
)

var errDamaged = errors.New("it is damaged")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is of all objects: how many there are, and the sum of their own.
type checksum struct{ count, total uint64 }

// crc is the checksum of an object.
func crc(kind string, key, data []byte) uint32 {
	sum := crc32.Update(0, castagnoli, []byte(kind))
	return crc32.Update(crc32.Update(sum, castagnoli, key), castagnoli, data)
}

// put makes the changes in the file and notes the sum afterwards.
func (s *checksum) put(tx *bbolt.Tx, changes []change) error {
	for _, c := range changes {
		bucket, err := tx.CreateBucketIfNotExists([]byte(c.kind))
		if err != nil {
			return err
		}
		bucket.FillPercent = 0.9 // Keys only grow.
		key := binary.BigEndian.AppendUint64(nil, c.seq)
		if c.before != nil {
			s.count, s.total = s.count-1, s.total-uint64(crc(c.kind, key, c.before))
		}
		if c.data == nil {
			err = bucket.Delete(key)
		} else {
			sum := crc(c.kind, key, c.data)
			s.count, s.total = s.count+1, s.total+uint64(sum)
			err = bucket.Put(key, binary.BigEndian.AppendUint32(append(make([]byte, 0, len(c.data)+crcSize), c.data...), sum))
		}
		if err != nil {
			return err
		}
	}
	return s.note(tx)
}

// note writes version and sum.
func (s *checksum) note(tx *bbolt.Tx) error {
	bucket, err := tx.CreateBucketIfNotExists([]byte(formatBucket))
	if err != nil {
		return err
	}
	if err := bucket.Put([]byte(versionKey), []byte{version}); err != nil {
		return err
	}
	return bucket.Put([]byte(sumKey), binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, s.count), s.total))
}

// content is what a file holds.
type content struct {
	version byte
	sum     checksum
	changes []change
}

// read reads all documents and holds them against their checksums.
func (c *content) read(tx *bbolt.Tx) error {
	var noted []byte
	if bucket := tx.Bucket([]byte(formatBucket)); bucket != nil {
		number := bucket.Get([]byte(versionKey))
		if len(number) != 1 || number[0] == 0 {
			return errDamaged
		}
		if c.version = number[0]; c.version > version {
			return fmt.Errorf("it has the format %d, and this server knows %d at most: a later one wrote it", c.version, version)
		}
		noted = bytes.Clone(bucket.Get([]byte(sumKey)))
	}
	empty := true
	err := tx.ForEach(func(kind []byte, bucket *bbolt.Bucket) error {
		empty = false
		switch {
		case bucket == nil:
			return errForeign
		case string(kind) == formatBucket:
			return nil
		}
		return bucket.ForEach(func(key, data []byte) error { return c.take(string(kind), key, data) })
	})
	if empty && tx.ID() > firstTransaction {
		return errDamaged // Somebody wrote to it, and that is gone.
	}
	if err != nil || c.version == 0 {
		return err
	}
	want := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, c.sum.count), c.sum.total)
	if !bytes.Equal(noted, want) {
		return fmt.Errorf("%w: it does not hold what was written last", errDamaged)
	}
	return nil
}

// take adds one document.
func (c *content) take(kind string, key, data []byte) error {
	if len(key) != keySize || data == nil {
		return errForeign
	}
	seq := binary.BigEndian.Uint64(key)
	if c.version > 0 {
		end := len(data) - crcSize
		if end < 0 || binary.BigEndian.Uint32(data[end:]) != crc(kind, key, data[:end]) {
			return fmt.Errorf("%w: %s %d does not agree with its checksum", errDamaged, kind, seq)
		}
		data = data[:end]
	}
	data = bytes.Clone(data) // The file may be gone when somebody reads it.
	id := ""
	if c.version > 0 || json.Valid(data) && data[0] == '{' {
		id = string(document.Text(document.Field(data, "id")))
	}
	if id == "" {
		return fmt.Errorf("%w: %s %d is no object with an id", errDamaged, kind, seq)
	}
	c.sum.count, c.sum.total = c.sum.count+1, c.sum.total+uint64(crc(kind, key, data))
	c.changes = append(c.changes, change{kind: kind, id: id, seq: seq, data: data})
	return nil
}

// convert writes everything anew, with checksums.
func (c *content) convert(tx *bbolt.Tx) error {
	var sum checksum
	return sum.put(tx, c.changes)
}
