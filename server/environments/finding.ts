import type { ParsedResults } from '#lib/results/types.ts';
import type { PartEnd, Scene, TargetEnd } from './environment.ts';

/** In which way the firmware on a target ended badly. */
export type BadEnd = 'broken' | 'hang' | 'lockup' | 'fault' | 'silence' | 'early-exit';

interface Ended {
  readonly outcome: PartEnd['outcome'];
  readonly target: TargetEnd;
  readonly parsed: ParsedResults | null;
}

/** In this order: the first one that holds names the end. */
const rules: readonly (readonly [BadEnd, (ended: Ended) => boolean])[] = [
  ['broken', ({ target }) => target.broken !== null],
  ['hang', ({ outcome }) => outcome.endedBy === 'deadline' || outcome.endedBy === 'silence'],
  ['lockup', ({ outcome, target }) => target.scene.faulted && outcome.endedBy === 'signal'],
  ['fault', ({ target, parsed }) => target.scene.faulted || parsed?.fault !== undefined],
  ['silence', ({ outcome, target }) => outcome.stoppedBy === 'itself' && target.printed === 0],
  ['early-exit', ({ outcome, parsed }) => outcome.stoppedBy === 'itself' && parsed !== null && !parsed.complete],
];

/** Whether and how a target's firmware ended badly; null for an ordinary end, for a cancellation, and on a host. */
export function badEnd({ outcome, target }: PartEnd, parsed: ParsedResults | null): BadEnd | null {
  if (target === undefined || outcome.endedBy === 'cancelled') return null;
  return rules.find(([, holds]) => holds({ outcome, target, parsed }))?.[0] ?? null;
}

/** Ends that leave no registers behind: where they happened is known only to a second run that is watched closely. */
const unseen: Readonly<Record<BadEnd, boolean>> = {
  broken: false,
  hang: false,
  lockup: false,
  fault: true,
  silence: true,
  'early-exit': true,
};

/** Whether a second run can tell more. One that had to be stopped would have to be stopped again. */
export function isWorthRetracing(kind: BadEnd | null, { outcome }: PartEnd): boolean {
  return kind !== null && unseen[kind] && outcome.stoppedBy === 'itself';
}

const sentences = {
  broken: ({ target }) => `the emulator broke down, which says nothing of the firmware: ${target.broken}`,
  hang: ({ outcome, target }, where) =>
    `the firmware ${target.scene.faulted ? 'took a fault' : 'hung'}${where}: ${outcome.reason}`,
  lockup: (_, where) => `the processor locked up${where}`,
  fault: (_, where) => `the firmware took a fault${where}`,
  silence: ({ outcome }, where) =>
    `the firmware ${outcome.reason} and printed nothing at all${where === '' ? '' : `, ending${where}`}`,
  'early-exit': ({ outcome }, where) => `the firmware ${outcome.reason} in the middle of its output${where}`,
} as const satisfies Record<BadEnd, (ended: Pick<Ended, 'outcome'> & { target: TargetEnd }, where: string) => string>;

/** One sentence: what happened, where in the source, and what else its state tells. */
export function describeBadEnd(
  kind: BadEnd,
  { outcome, target }: { outcome: PartEnd['outcome']; target: TargetEnd },
): string {
  const { place, notes } = target.scene;
  const said = sentences[kind]({ outcome, target }, place === null ? '' : ` in ${place}`);
  return [said, ...notes].join('; ');
}

/** What is known of a target with what a second, traced run has shown. */
export function withScene(target: TargetEnd, traced: Scene): TargetEnd {
  const { scene } = target;
  return {
    ...target,
    scene: {
      place: scene.place ?? traced.place,
      notes: [...scene.notes, ...traced.notes],
      faulted: scene.faulted || traced.faulted,
      files: [...traced.files, ...scene.files.filter(({ name }) => traced.files.every((file) => file.name !== name))],
    },
  };
}
