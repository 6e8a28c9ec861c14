import { z } from 'zod';
import { contract, minutes } from './contract.ts';
import { durationMs, id, iteration, name, sentence, whole } from './shapes.ts';

export const allocateEnvironment = contract({
  name: 'allocate-environment',
  does: 'Takes the place to test in: returns the lease the run already holds, gets one, or joins the queue.',
  /** `avoid` names boards that have just failed this run. */
  input: z.object({ iteration, avoid: z.array(name).max(5) }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('granted'), board: name.nullable(), reason: sentence }),
    /** `board.granted` with this reservation follows, however early. */
    z.object({ outcome: z.literal('queued'), reservationId: id, reason: sentence }),
    z.object({ outcome: z.literal('unavailable'), reason: sentence }),
  ]),
  idempotent: true,
  timeoutMs: minutes(2),
  capability: 'any',
  instant: true,
});

export const deploy = contract({
  name: 'deploy',
  does: 'Keeps the image that is on the board, then brings the built one there; on a host nothing is to do.',
  input: z.object({ iteration, buildId: id }),
  output: z.object({ ok: z.boolean(), snapshotId: id.nullable(), reason: sentence, durationMs }),
  idempotent: false,
  timeoutMs: minutes(20),
  capability: 'environment',
  instant: true,
});

export const checkHealth = contract({
  name: 'check-health',
  does: 'Asks the environment for signs of life: power, console, network, heartbeat, runner.',
  input: z.object({ iteration }),
  output: z.object({ ok: z.boolean(), checks: whole, failed: whole, reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(5),
  capability: 'environment',
  instant: true,
});

export const resetEnvironment = contract({
  name: 'reset-environment',
  does: 'Reconnects, restarts the emulator or power-cycles the board that the run holds.',
  input: z.object({ iteration }),
  output: z.object({ ok: z.boolean(), reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(10),
  capability: 'environment',
  instant: false,
});

export const captureHang = contract({
  name: 'capture-hang',
  does: 'Keeps registers and console of an environment that no longer answers, then power-cycles it.',
  input: z.object({ iteration }),
  output: z.object({ ok: z.boolean(), snapshotId: id.nullable(), reason: sentence }),
  idempotent: true,
  timeoutMs: minutes(10),
  capability: 'environment',
  instant: false,
});
