import { advance } from '#lib/engine/advance.ts';
import type { MachineDefinition } from '#lib/engine/definition.ts';
import type { Envelope } from '#lib/engine/envelope.ts';
import type { RunEvent } from '#lib/engine/events.ts';

/** What an event would do to a run. */
export type Foreseen =
  | {
      readonly taken: true;
      /** Where the run would stand. */
      readonly to: string;
      /** The sentences that the trace would get. */
      readonly reasons: readonly string[];
      /** Names of the activities that would start. */
      readonly starts: readonly string[];
      readonly ends: boolean;
    }
  | { readonly taken: false; readonly why: string };

/** Takes the step without writing it: the machine itself says what would happen. */
export function foresee(definition: MachineDefinition, envelope: Envelope, event: RunEvent, actor: string): Foreseen {
  const offer = advance(definition, envelope, event, actor);
  if (offer.fate !== 'applied') return { taken: false, why: offer.fate === 'pending' ? 'it would wait' : offer.reason };
  const { state, transitions, start, ending } = offer.step;
  return {
    taken: true,
    to: state,
    reasons: transitions.map(({ reason }) => reason),
    starts: start.map(({ name }) => name),
    ends: ending !== null,
  };
}
