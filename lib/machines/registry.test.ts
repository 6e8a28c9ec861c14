import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { contractOf } from '#lib/activities/registry.ts';
import { controlEvent } from '#lib/engine/events.ts';
import { machineOf, machines } from './registry.ts';
import {
  closure,
  edgesAround,
  edgesOf,
  entered,
  leavesOf,
  nodesOf,
  pathOf,
  successors,
} from './testing/machine-graph.ts';

describe.each(Object.entries(machines))('%s', (id, { id: own, machine, view, ending, deferrable }) => {
  const leaves = leavesOf(machine);
  const working = leaves.filter((node) => node.type !== 'final');

  test('is filed under its own id', () => {
    expect(own).toBe(id);
    expect(machineOf(id)?.machine).toBe(machine);
  });

  test('reaches every state from its first', () => {
    const reached = closure(entered(machine.root), successors);
    expect(leaves.filter((node) => !reached.has(node)).map(pathOf)).toEqual([]);
  });

  test('can end from every state without being aborted or running out of time', () => {
    const stuck = working.filter(
      (node) => ![...closure([node], unforced)].some((one) => ending({ value: one.path[0], context: {} }) !== null),
    );
    expect(stuck.map(pathOf)).toEqual([]);
  });

  test('answers the success and the failure of every activity, and names only activities with a contract', () => {
    const invoking = nodesOf(machine).filter((node) => node.invoke.length > 0);
    for (const node of invoking) {
      for (const { id: invokeId, src } of node.invoke) {
        expect(contractOf(String(src)), `${pathOf(node)} uses ${String(src)}`).not.toBeNull();
        const types = edgesAround(node).map((edge) => edge.eventType);
        expect(types, pathOf(node)).toContain(`xstate.done.actor.${invokeId}`);
        expect(types, pathOf(node)).toContain(`xstate.error.actor.${invokeId}`);
      }
    }
  });

  test.each(Object.values(controlEvent))('takes %s in every state that is not an end', (type) => {
    const deaf = working.filter((node) => !edgesAround(node).some((edge) => edge.eventType === type));
    expect(deaf.map(pathOf)).toEqual([]);
  });

  test('bounds the time in every state unless it waits or passes at once', () => {
    const endless = working.filter((node) => {
      const passes = (node.always ?? []).length > 0 && node.invoke.length === 0;
      return (
        !passes &&
        !node.tags.includes('waiting') &&
        !edgesOf(node).some((edge) => edge.eventType.startsWith('xstate.after.'))
      );
    });
    expect(endless.map(pathOf)).toEqual([]);
  });

  test('gives exactly one reason for every transition', () => {
    const wrong = nodesOf(machine).flatMap((node) =>
      edgesOf(node)
        .filter((edge) => edge.actions.filter((action) => typeOf(action) === 'because').length !== 1)
        .map((edge) => `${pathOf(node)} on ${edge.eventType}`),
    );
    expect(wrong).toEqual([]);
  });

  test('can be drawn: a view for every state and none besides', () => {
    expect(Object.keys(view).sort()).toEqual(leaves.map(pathOf).sort());
  });

  test('defers only events that some state takes', () => {
    const taken = new Set(nodesOf(machine).flatMap((node) => edgesOf(node).map((edge) => edge.eventType)));
    expect(deferrable.filter((type) => !taken.has(type))).toEqual([]);
  });
});

test('a machine that is not installed is null', () => {
  expect(machineOf('perpetual-motion')).toBeNull();
});

function unforced(node: AnyStateNode): readonly AnyStateNode[] {
  return edgesAround(node)
    .filter(({ eventType }) => !eventType.startsWith('control.'))
    .flatMap((edge) => (edge.target ?? []).flatMap(entered));
}

function typeOf(action: unknown): unknown {
  return typeof action === 'object' && action !== null ? Reflect.get(action, 'type') : null;
}
