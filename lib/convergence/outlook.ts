import { percent, signedPercent } from '#lib/format/percent.ts';

/** What a run that goes on looks like by its last judged iteration. Rates are ratios, thresholds those of the criteria. */
export interface Progress {
  readonly iteration: number;
  /** Average change of the pass rate over the window's last changes. */
  readonly averageImprovement: number;
  readonly window: number;
  readonly plateau: { readonly below: number; readonly from: number };
  readonly slow: { readonly below: number; readonly from: number };
}

export interface Outlook {
  readonly word: 'PLATEAU' | 'PLATEAU RISK' | 'SLOW IMPROVEMENT';
  /** The change in short: `+0.7 % over 3`. */
  readonly short: string;
  readonly sentence: string;
}

/**
 * Warns in words of a plateau that has come or comes near, or of slow improvement. Null while it gets better fast enough,
 * and while the window is not full.
 */
export function outlookOf({ iteration, averageImprovement: average, window, plateau, slow }: Progress): Outlook | null {
  if (iteration < window) return null;
  const change = signedPercent(average);
  const told = `On average ${change} over the last ${window} changes, under the ${percent(plateau.below)} of a plateau`;
  const short = `${change} over ${window}`;
  if (average < plateau.below) {
    return iteration >= plateau.from
      ? { word: 'PLATEAU', short, sentence: `${told}.` }
      : { word: 'PLATEAU RISK', short, sentence: `${told}: from iteration ${plateau.from} on it counts as one.` };
  }
  if (average >= slow.below || iteration < slow.from) return null;
  const sentence = `On average ${change} over the last ${window} changes, under the ${percent(slow.below)} of fair progress.`;
  return { word: 'SLOW IMPROVEMENT', short, sentence };
}
