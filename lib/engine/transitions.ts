import type { AnyMachineSnapshot } from 'xstate';
import type { MachineDefinition } from './definition.ts';
import type { MachineAction } from './effects.ts';
import type { Envelope } from './envelope.ts';
import type { EvidenceRef, RunEvent } from './events.ts';
import { plain } from './plain.ts';
import { statePath } from './state-path.ts';
import type { TransitionFact } from './step.ts';

/** One step inside an event: the snapshot after it, and the actions it asks for. */
export type Microstep = readonly [AnyMachineSnapshot, readonly MachineAction[]];

interface Because {
  readonly reason: string;
  readonly evidence?: readonly EvidenceRef[];
}

/** What is stored of the microsteps: each with the reason that its own edge gave. */
export function transitionsOf(
  definition: MachineDefinition,
  envelope: Envelope,
  microsteps: readonly Microstep[],
  event: RunEvent,
  actor: string,
  fallbackReason: string,
): TransitionFact[] {
  let from = statePath(envelope.value);
  let since = envelope.enteredAt;
  return microsteps.map(([snapshot, actions]) => {
    const to = statePath(plain(snapshot.value));
    const because = plain(actions.find((one) => one.type === 'because')?.params) as Because | null;
    const fact: TransitionFact = {
      from,
      to,
      event: event.type,
      reason: because?.reason ?? fallbackReason,
      evidence: because?.evidence ?? [],
      iteration: definition.iteration(snapshot.context),
      actor,
      at: event.at,
      msInFrom: event.at - since,
    };
    if (from !== to) since = event.at;
    from = to;
    return fact;
  });
}
