// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package pagecheck_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store/pagecheck"
)

// check is what Check says of a file.
func check(t *testing.T, name string) error {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return pagecheck.Check(file, info.Size())
}

// newFile makes a file and gives what changes it in one transaction.
func newFile(t *testing.T, options bbolt.Options) (name string, update func(work func(tx *bbolt.Tx) error)) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "data")
	options.NoSync = true
	db, err := bbolt.Open(name, 0o600, &options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return name, func(work func(tx *bbolt.Tx) error) {
		t.Helper()
		if err := db.Update(work); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever bbolt writes is good, at any time: buckets large and small, inside of each other and empty, values over several pages, and what is
// left of them when they shrink.
func TestGoodFiles(t *testing.T) {
	for seed, options := range []bbolt.Options{
		{}, {PageSize: 1024}, {PageSize: 1 << 16}, {FreelistType: bbolt.FreelistMapType}, {NoFreelistSync: true},
	} {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		name, update := newFile(t, options)
		for round := range 60 {
			update(func(tx *bbolt.Tx) error {
				bucket, err := tx.CreateBucketIfNotExists([]byte(fmt.Sprint("bucket ", random.IntN(5))))
				if err == nil && random.IntN(3) == 0 {
					bucket, err = bucket.CreateBucketIfNotExists([]byte("bucket inside"))
				}
				for range random.IntN(400) {
					key := binary.BigEndian.AppendUint64(nil, random.Uint64N(1000))
					if random.IntN(2) == 0 {
						err = errors.Join(err, bucket.Delete(key))
					} else {
						err = errors.Join(err, bucket.Put(key, make([]byte, random.IntN(1<<random.IntN(14)))))
					}
				}
				return err
			})
			if err := check(t, name); err != nil {
				t.Fatalf("file %d, round %d: %v", seed, round, err)
			}
		}
	}
}

// A free list of more pages than its header counts is good too.
func TestManyFreePages(t *testing.T) {
	const pages = 70_000
	name, update := newFile(t, bbolt.Options{PageSize: 1024})
	update(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucket([]byte("b"))
		value := make([]byte, 900)
		for i := range uint64(pages) {
			err = errors.Join(err, bucket.Put(binary.BigEndian.AppendUint64(nil, i), value))
		}
		return err
	})
	update(func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("b")) })
	if err := check(t, name); err != nil {
		t.Error(err)
	}
}

// A page that is free and in use, and a branch that leads back, are what bbolt itself would not notice in time.
func TestBadFiles(t *testing.T) {
	name, update := newFile(t, bbolt.Options{PageSize: 4096})
	update(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucket([]byte("b"))
		for i := range uint64(2000) {
			err = errors.Join(err, bucket.Put(binary.BigEndian.AppendUint64(nil, i), make([]byte, 100)))
		}
		return err
	})
	update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("b")).Put([]byte("k"), nil) })
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const branch, freelist, header = 0x01, 0x10, 16
	changed := 0
	for at := 2 * 4096; at < len(good); at += 4096 {
		bad := append([]byte{}, good...)
		switch id := binary.NativeEndian.Uint64(bad[at:]); binary.NativeEndian.Uint16(bad[at+8:]) {
		case branch:
			binary.NativeEndian.PutUint64(bad[at+header+8:], id)
		case freelist:
			binary.NativeEndian.PutUint64(bad[at+header:], binary.NativeEndian.Uint64(bad[at+header:])+1)
		default:
			continue
		}
		file := filepath.Join(t.TempDir(), "bad")
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := check(t, file); err != nil && strings.Contains(err.Error(), "page") {
			changed++
		}
	}
	if changed < 2 {
		t.Errorf("%d damages are noticed", changed)
	}
}
