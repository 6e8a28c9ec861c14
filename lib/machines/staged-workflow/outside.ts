import type { Node } from '../edges.ts';
import type { Payload } from './consequences.ts';
import type { WorkflowContext } from './context.ts';
import { type Cause, on, rowOf } from './edges.ts';
import { table, type WorkflowEvent, type WorkflowState } from './table.ts';

/** The rows of a state for events that come from outside: from people, from a launch, or from whoever steers the run. */
export function outside(state: WorkflowState): NonNullable<Node<WorkflowContext>['on']> {
  const events = Object.keys(table[state]) as WorkflowEvent[];
  return Object.fromEntries(events.flatMap((event) => Object.entries(on(event, rowOf(state, event, said(state))))));
}

function said(state: WorkflowState): Cause<Payload> {
  return {
    because: (_, saying) => inWords(saying),
    payload: (saying) => ({
      ...saying,
      words: inWords(saying),
      trouble: { code: 'SAID', from: state, message: inWords(saying) },
    }),
  };
}

/** `ada: the plot is missing`; `the launch` where nobody is named. */
function inWords({ by = 'the launch', reason = '' }: Payload): string {
  return reason === '' ? `said by ${by}` : `${by}: ${reason}`;
}
