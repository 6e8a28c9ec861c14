import { counted } from '#lib/format/count.ts';
import { type SignalKind, signalWords } from '#lib/sessions/signals.ts';
import type { SessionContext } from './context.ts';
import type { RetryOf } from './input.ts';

/** How often work has gone back from a state, of how often it may. */
export function tries(of: RetryOf, { retries, settings }: SessionContext, more = 0): string {
  return `${retries[of] + more} of ${settings.limits.retries[of]}`;
}

/** No more going back from this state. */
export function isSpent(of: RetryOf, { retries, settings }: SessionContext): boolean {
  return retries[of] >= settings.limits.retries[of];
}

/** The signals of a turn as a clause. */
export function signalsInWords(signals: readonly SignalKind[]): string {
  return signals.length === 0 ? 'no signal' : signals.map((signal) => signalWords[signal]).join(', ');
}

/** What was done so far, for reasons of an early end. */
export function doneSoFar({ turn, tree }: SessionContext): string {
  return `${counted(turn, 'turn')}, ${tree.commit === null ? 'nothing is committed' : `committed ${tree.commit.slice(0, 12)}`}`;
}

/** Why a deployment that a person asks for is refused; null where it may go on. */
export function deployRefusal({ settings, passed }: SessionContext): string | null {
  if (settings.deploy === 'never') return 'firmloop.yaml names no deploy command';
  if (passed.committed) return null;
  const open = [
    ...(settings.lint && !passed.lint ? ['lint'] : []),
    ...(settings.test && !passed.test ? ['tests'] : []),
    'commit',
  ];
  return `the checks have not passed yet: ${open.join(', ')} still to come`;
}
