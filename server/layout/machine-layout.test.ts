import { describe, expect, test } from 'vitest';
import { machines } from '#lib/machines/registry.ts';
import { type MachineLayout, machineLayout } from './machine-layout.ts';

const mainLoop = [
  'IDLE',
  'INIT',
  'CODE_ANALYSIS',
  'PATCH_GENERATION',
  'PATCH_APPLY',
  'BUILD_SETUP',
  'BUILD_RUN',
  'TEST_SETUP',
  'TEST_RUN',
  'RESULT_COLLECTION',
  'RESULT_ANALYSIS',
  'CONVERGENCE_CHECK',
];

describe.each(Object.values(machines))('the drawing of $id', (definition) => {
  const layout = machineLayout(definition);

  test('shows every state inside its borders and none over another', () => {
    const overlaps = layout.states.flatMap((one, index) =>
      layout.states
        .slice(index + 1)
        .filter((other) => meet(one, other))
        .map((other) => `${one.id} ${other.id}`),
    );
    const outside = layout.states.filter(
      ({ x, y, width, height }) => x < 0 || y < 0 || x + width > layout.width || y + height > layout.height,
    );
    expect([overlaps, outside]).toEqual([[], []]);
  });

  test('has room for every name and what is said beside it', () => {
    const tight = layout.states.filter(({ lane, id, width }) => lane !== 'end' && id.length * 7.4 + 90 > width);
    expect(tight.map(({ id }) => id)).toEqual([]);
  });

  test('leads every edge from the border of its state to the border of the next', () => {
    const astray = layout.edges.filter(({ from, to, points }) => {
      const ends = [points.at(0), points.at(-1)];
      return points.length < 2 || !touches(layout, from, ends[0]) || !touches(layout, to, ends[1]);
    });
    expect(astray.map(({ id }) => id)).toEqual([]);
  });
});

test('the main loop of the firmware loop is read from top to bottom, and its ends stand below', () => {
  const definition = machines['firmware-loop'];
  const layout = definition && machineLayout(definition);
  const ofLane = (lane: string) => layout?.states.filter((state) => state.lane === lane) ?? [];
  const main = ofLane('main').toSorted((one, other) => one.y - other.y);
  expect(main.map(({ id }) => id)).toEqual(mainLoop);
  expect(ofLane('aside').map(({ id }) => id)).toEqual(['ERROR_RECOVERY', 'HUMAN_REVIEW', 'STRATEGY_SWITCH']);
  expect(Math.min(...ofLane('end').map(({ y }) => y))).toBeGreaterThan(main.at(-1)?.y ?? Number.POSITIVE_INFINITY);
});

type Rectangle = { x: number; y: number; width: number; height: number };

function meet(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function touches({ states }: MachineLayout, id: string, point: { x: number; y: number } | undefined): boolean {
  const box = states.find((state) => state.id === id);
  if (box === undefined || point === undefined) return false;
  const across = point.x >= box.x && point.x <= box.x + box.width;
  const down = point.y >= box.y && point.y <= box.y + box.height;
  const onSide = point.x === box.x || point.x === box.x + box.width;
  const onTop = point.y === box.y || point.y === box.y + box.height;
  return across && down && (onSide || onTop);
}
