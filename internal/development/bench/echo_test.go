// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"testing"

	proto "github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The provider of the benchmark (echoServer) replaces ids in encoded objects byte by byte. The tests below check that it replaces only the
// id of a new object.

func echoNode(t *testing.T, id any) (tftypes.Type, *proto.DynamicValue) {
	t.Helper()
	schemas, err := newEcho().GetProviderSchema(t.Context(), &proto.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	typ, ok := schemas.ResourceSchemas["engine_node"].ValueType().(tftypes.Object)
	if !ok {
		t.Fatal("engine_node is no object")
	}
	members := map[string]tftypes.Value{}
	for name, member := range typ.AttributeTypes {
		members[name] = tftypes.NewValue(member, nil)
	}
	members["name"] = tftypes.NewValue(tftypes.String, "press")
	members["id"] = tftypes.NewValue(tftypes.String, id)
	value, err := proto.NewDynamicValue(typ, tftypes.NewValue(typ, members))
	if err != nil {
		t.Fatal(err)
	}
	return typ, &value
}

func memberOf(t *testing.T, typ tftypes.Type, value *proto.DynamicValue, name string) tftypes.Value {
	t.Helper()
	decoded, err := value.Unmarshal(typ)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]tftypes.Value
	if err := decoded.As(&members); err != nil {
		t.Fatal(err)
	}
	return members[name]
}

func TestEchoGivesNewObjectsAnID(t *testing.T) {
	t.Parallel()
	typ, proposed := echoNode(t, nil)
	planned, err := newEcho().PlanResourceChange(t.Context(), &proto.PlanResourceChangeRequest{ProposedNewState: proposed})
	if err != nil {
		t.Fatal(err)
	}
	if id := memberOf(t, typ, planned.PlannedState, "id"); id.IsKnown() {
		t.Errorf("the planned id is %s, want an unknown one", id)
	}
	applied, err := newEcho().ApplyResourceChange(t.Context(), &proto.ApplyResourceChangeRequest{PlannedState: planned.PlannedState})
	if err != nil {
		t.Fatal(err)
	}
	if id := memberOf(t, typ, applied.NewState, "id"); !id.IsKnown() || id.IsNull() {
		t.Errorf("the applied id is %s, want a known one", id)
	}
	if name := memberOf(t, typ, applied.NewState, "name"); !name.Equal(tftypes.NewValue(tftypes.String, "press")) {
		t.Errorf("the applied name is %s", name)
	}
}

func TestEchoLeavesOtherObjectsAlone(t *testing.T) {
	t.Parallel()
	_, state := echoNode(t, "n-1")
	null := &proto.DynamicValue{MsgPack: []byte{0xc0}}
	for _, proposed := range []*proto.DynamicValue{state, null} {
		planned, err := newEcho().PlanResourceChange(t.Context(), &proto.PlanResourceChangeRequest{ProposedNewState: proposed})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(planned.PlannedState.MsgPack, proposed.MsgPack) {
			t.Errorf("%x was planned as %x", proposed.MsgPack, planned.PlannedState.MsgPack)
		}
	}
}
