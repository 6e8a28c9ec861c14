import type { Envelope } from '#lib/engine/envelope.ts';
import { statePath } from '#lib/engine/state-path.ts';
import type { FirmwareLoopContext } from '#lib/machines/firmware-loop/context.ts';
import { mayGoOn } from '#lib/machines/firmware-loop/review.ts';
import type { Deed, DeedKind } from './deed.ts';

type Why = (context: FirmwareLoopContext, deed: Deed) => string | null;

const noneLeft: Why = (context) => (mayGoOn(context) ? null : 'No iteration is left: raise the limit first.');

/** What a deed needs beyond a run that is under way; null where it has it. */
const needs = {
  pause: () => null,
  resume: () => null,
  abort: () => null,
  'roll-back': (context, deed) => noneLeft(context, deed) ?? 'The worktree stands at that iteration already.',
  'switch-strategy': (context, deed) =>
    noneLeft(context, deed) ??
    (deed.kind === 'switch-strategy' && deed.strategy === context.strategy.name
      ? `${deed.strategy} is at work already.`
      : 'The run was launched without such a strategy.'),
  patch: noneLeft,
  'run-again': ({ tree, kept }) =>
    tree?.commit === kept?.commit
      ? 'What is kept is not built in the worktree now; the next iteration builds and tests it.'
      : 'A patch is being tried: its own tests come first.',
  accept: () => 'Nothing has been measured yet that could be accepted.',
} satisfies Record<DeedKind, Why>;

/** Why the firmware loop does not take a deed, in words; null where the machine's own words have to do. */
export function refusalWords(envelope: Envelope, deed: Deed): string | null {
  if (envelope.status === 'done') return `The run has ended in ${statePath(envelope.value)}.`;
  if (deed.kind === 'pause' || deed.kind === 'resume' || deed.kind === 'abort') return null;
  const context = envelope.context as unknown as FirmwareLoopContext;
  if (context.review !== null) return 'The run waits for a review: its verdict decides.';
  if (context.iteration === 0) return 'The base is still being measured: steering begins with the first iteration.';
  return needs[deed.kind](context, deed);
}
