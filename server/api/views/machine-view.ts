import { isInState } from '#lib/engine/is-in-state.ts';
import { topState } from '#lib/engine/top-state.ts';
import { machineOf } from '#lib/machines/registry.ts';
import { machineLayout } from '#server/layout/machine-layout.ts';
import type { EdgeCount, StateTime } from '#server/store/pages/path-walked.ts';

/** The machine as it is drawn, with a run's path upon it; null when the machine is not installed. */
export function machineView(
  machineId: string,
  run: {
    state: string;
    since: number;
    now: number;
    ended: boolean;
    times: readonly StateTime[];
    edges: readonly EdgeCount[];
  },
) {
  const definition = machineOf(machineId);
  if (definition === null) return null;
  const layout = machineLayout(definition);
  const top = topState(run.state);
  const drawn = layout.states.some(({ id }) => id === run.state) ? run.state : top;
  const edges = drawn === top ? run.edges : [...run.edges, endOf(run.edges, top, drawn)];
  const newest = Math.max(...edges.map((edge) => edge.last));
  const stay = run.ended ? 0 : run.now - run.since;
  return {
    width: layout.width,
    height: layout.height,
    nodes: layout.states.map((state, index) => {
      const own = run.times.filter((time) => isInState(time.state, state.id));
      const current = drawn === state.id;
      return {
        id: state.id,
        label: state.id,
        tone: definition.view[current ? run.state : (state.substates[0] ?? state.id)]?.tone ?? 'idle',
        x: state.x,
        y: state.y,
        width: state.width,
        height: state.height,
        final: state.final,
        current,
        // A run begins in the first state without a transition that leads there.
        visits: edges
          .filter((edge) => edge.to === state.id)
          .reduce((sum, edge) => sum + edge.taken, index === 0 ? 1 : 0),
        time: own.reduce((sum, time) => sum + time.ms, 0) + (current ? stay : 0),
        substates: state.substates.map((id) => {
          const told = run.times.find((time) => time.state === id);
          const here = run.state === id;
          const time = (told?.ms ?? 0) + (here ? stay : 0);
          return { id, label: id.slice(state.id.length + 1), current: here, visits: told?.visits ?? 0, time };
        }),
      };
    }),
    edges: layout.edges.map((edge) => {
      const counted = edges.find((count) => count.from === edge.from && count.to === edge.to);
      return { ...edge, taken: counted?.taken ?? 0, newest: counted?.last === newest };
    }),
  };
}

/** An end that lies below the name of the state it is reached from is no top-level state to the one who counts. */
function endOf(edges: readonly EdgeCount[], from: string, to: string): EdgeCount {
  return { from, to, taken: 1, last: Math.max(0, ...edges.map((edge) => edge.last)) + 1 };
}
