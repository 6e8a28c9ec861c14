import type { SeriesTone } from '#lib/report/plot.ts';

/** The paint of a series; tones that mean something have the paint that they have everywhere. */
export const seriesFills = {
  good: 'var(--fill-pass)',
  attention: 'var(--fill-error)',
  bad: 'var(--fill-fail)',
  idle: 'var(--line-strong)',
  busy: 'var(--series-kept)',
  first: 'var(--series-kept)',
  second: 'var(--series-measured)',
} as const satisfies Record<SeriesTone, string>;

/** A part of a whole as SVG takes it, so that drawings follow the size of their frame without being measured. */
export function share(part: number): string {
  return `${Math.round(part * 10_000) / 100}%`;
}
