import type { SearchProgress } from './records.ts';

/** What is left of the candidates after a step, and who was lost in it. */
export interface FunnelStage {
  readonly label: string;
  readonly left: number;
  /** Empty where nobody was. */
  readonly lost: string;
}

/** The steps that each candidate has to pass, in their order. */
const steps = [
  { label: 'build', fate: 'does not build', lost: 'do not build' },
  { label: 'run to the end', fate: 'hangs or crashes', lost: 'hang or crash' },
  { label: 'break no test', fate: 'breaks a test', lost: 'break a test' },
  { label: 'mend a test', fate: 'changes nothing', lost: 'change nothing' },
] as const satisfies readonly { label: string; fate: keyof SearchProgress['fates']; lost: string }[];

export function funnelStages({ tried, fates }: Pick<SearchProgress, 'tried' | 'fates'>): FunnelStage[] {
  const stages: FunnelStage[] = [{ label: 'tried', left: tried, lost: '' }];
  let left = tried;
  for (const { label, fate, lost } of steps) {
    left -= fates[fate];
    stages.push({ label, left, lost: fates[fate] === 0 ? '' : `${fates[fate]} ${lost}` });
  }
  return stages;
}
