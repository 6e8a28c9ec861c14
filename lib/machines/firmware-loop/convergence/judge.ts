import { checkGates, failedGates, type Gate } from '#lib/convergence/gates.ts';
import { type IterationResult, toIterationResult } from '#lib/convergence/iteration-result.ts';
import { confidenceThresholdOf, judgeSeries, meetsTarget } from '#lib/convergence/judge-series.ts';
import type { Judgement } from '#lib/convergence/judgement.ts';
import type { FirmwareLoopContext, Judged, Point } from '../context.ts';

/** Judges the counted series with every gate that has been checked; a loop that goes in circles has plateaued. */
export function judge(context: FirmwareLoopContext): Judged {
  const { series, settings } = context;
  const gates = gatesOf(context);
  const judgement = context.circles.found === null ? judgementOf(context, gates) : circling(context.circles.found);
  return {
    verdict: judgement.verdict,
    signal: judgement.signal,
    reason: judgement.reason,
    failedGates: failedGates(gates),
    meetsTarget: meetsTarget(series, settings.criteria),
  };
}

/** The whole judgement with its checklist, for the iteration's row. */
export function judgementOf(context: FirmwareLoopContext, gates: readonly Gate[] = gatesOf(context)): Judgement {
  const { series, settings, iteration } = context;
  const standing = { iteration, maxIterations: settings.limits.max_iterations, gates };
  return judgeSeries(context.counted ? series.map(resultOf) : [], settings.criteria, standing);
}

/** What was not measured takes the design's defaults. */
function resultOf({ iteration: _, ...known }: Point): IterationResult {
  return toIterationResult(known);
}

/** The gates before SUCCESS, over the tree that this iteration measured. */
function gatesOf(context: FirmwareLoopContext): readonly Gate[] {
  const { measured, base, decision, acceptance, settings, rollBackTo } = context;
  if (measured === null) return [];
  const gates = checkGates(
    {
      measurement: measured,
      regressions: base?.goal == null ? null : measured.regressed,
      vanished: base?.goal == null ? measured.vanished : null,
      newWarnings: measured.newWarnings,
      metrics: measured.metrics,
      confidence: decision?.confidence ?? null,
      acceptance,
    },
    confidenceThresholdOf(settings.criteria),
  );
  const named = gates.map((gate) => withWholeNumber(gate, measured.regressions, measured.regressed));
  return rollBackTo === null ? named : [...named, unmeasured(context.iteration)];
}

/** Only some names of regressed tests are at hand: the number is the measured one. */
function withWholeNumber(gate: Gate, all: number, atHand: readonly string[]): Gate {
  if (gate.gate !== 'regressions' || gate.held === 'not applicable' || all <= atHand.length) return gate;
  const some = atHand.length === 0 ? '' : `, among them: ${atHand.join(', ')}`;
  return { ...gate, held: false, reason: `${all} tests worse than at the baseline${some}` };
}

/** What this iteration measured is not the tree that is kept, so it cannot let that tree succeed. */
function unmeasured(iteration: number): Gate {
  return {
    gate: 'kept tree',
    held: false,
    reason: `iteration ${iteration} is rolled back, so the kept tree is not measured anew`,
  };
}

function circling(found: string): Pick<Judgement, 'verdict' | 'signal' | 'reason'> {
  return { verdict: 'PLATEAUED', signal: null, reason: `PLATEAUED: ${found}` };
}
