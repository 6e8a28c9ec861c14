import { advance } from '#lib/engine/advance.ts';
import { engineEvent } from '#lib/engine/events.ts';
import { fitOf } from '#lib/engine/fit.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Engine } from '#server/engine/engine.ts';
import { retryPending } from '#server/engine/send.ts';
import { startedBy, stepPayload } from '#server/engine/step-payload.ts';
import { moveRun, type Stranded, strandedRuns, type Taker } from '#server/store/move-run.ts';
import { runForStep } from '#server/store/run-for-step.ts';
import { eachInTurn } from './each-in-turn.ts';

/**
 * Brings the runs of hosts that are gone to this runner's host, one by one. A run that moves meanwhile is left for the next
 * look; so is one that this program never moves on.
 */
export async function moveRuns(engine: Engine, taker: Taker): Promise<void> {
  await eachInTurn(await strandedRuns(engine.pool, taker), async (stranded) => {
    if ((await moveOne(engine, stranded, taker)) === 'applied') await retryPending(engine, stranded.id);
  });
}

async function moveOne(engine: Engine, stranded: Stranded, taker: Taker): Promise<string> {
  const run = await runForStep(engine.pool, stranded.id);
  const at = { ...stranded, seq: run.seq };
  if (stranded.ended) return await moveRun(engine.pool, at, taker, null);
  const fit = fitOf(engine.machine(run.machine, run.machineVersion), { ...run, stateValue: run.envelope.value });
  if (!fit.ok) return 'needs a migration';
  const reason = `no runner of the first has been there for ${taker.goneAfterMs / 1000} s`;
  const payload: { [field: string]: Json } = { from: stranded.from, to: taker.hostId, reason };
  const event = { type: engineEvent.moved, at: run.now, ...payload };
  const offer = advance(fit.definition, run.envelope, event, 'runner');
  if (offer.fate !== 'applied') return offer.fate;
  return await moveRun(engine.pool, at, taker, {
    ...stepPayload(stranded.id, run.seq + 1, offer.step, startedBy(engine, offer.step)),
    event: { key: `moved:${run.seq}`, type: event.type, payload, actor: 'runner', at: run.now },
    finish: null,
    claim: null,
  });
}
