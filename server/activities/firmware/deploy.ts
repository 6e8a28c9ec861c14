import type { deploy as contract } from '#lib/activities/environment.ts';
import type { Board } from '#lib/boards/board.ts';
import type { Filing } from '#server/artifacts/artifact-store.ts';
import { readyFor } from '#server/boards/work/ready-for.ts';
import type { Answer } from '#server/environments/environment.ts';
import { imageOn, noteFlashed } from '#server/store/boards/board-image.ts';
import { fileAgain } from '#server/store/file-again.ts';
import { boardOfRun, type HeldBoard } from '#server/store/reservations/board-of-run.ts';
import type { ActivityContext } from '../context.ts';
import { filedArtifact } from '../filed.ts';
import { oneSentence } from '../one-sentence.ts';
import type { Perform } from '../perform.ts';
import { builtTree } from './built-tree.ts';
import { noteBoardFailed } from './note-board.ts';
import { configOf } from './run-facts.ts';
import { environmentOfRun } from './site.ts';

/** Images of this size and more are started where they lie, without a copy to return to. */
const largestKeptBytes = 64 * 1024 * 1024;

/** Where tests start from an image, it is kept beside the one before it, so that there is one to return to. */
export const deploy: Perform<typeof contract> = async (_input, context) => {
  const config = await configOf(context);
  const { workspace } = await builtTree(context);
  const { flash, files, place, takesBoard } = await environmentOfRun(context, config, workspace);
  if (takesBoard) await context.confirmed;
  const held = takesBoard ? await boardOfRun(context.host.pool, context.runId) : null;
  const begin = performance.now();
  const answer = (ok: boolean, snapshotId: string | null, reason: string) => ({
    ok,
    snapshotId,
    reason: oneSentence(reason),
    durationMs: Math.round(performance.now() - begin),
  });
  const ready = held === null ? null : await readyForRun(context, held);
  if (ready?.ok === false) return answer(false, null, ready.reason);
  if (flash === undefined) {
    const brought = await files?.bring?.();
    return answer(brought?.ok ?? true, null, brought?.reason ?? `${place} runs what was built in place`);
  }

  const image = await flash.image();
  if (!image.ok) return answer(false, null, image.reason);
  const board = held?.board ?? null;
  const isKept = image.bytes.length <= largestKeptBytes;
  const before = await snapshot(context, board);
  const now = isKept ? await keep(context, image.bytes, { withEnd: board === null }) : null;
  const written = await flash.write?.();
  if (written !== undefined && board !== null) {
    await noteBoard(context, { board, written, image: now === null ? null : { hash: now, name: image.name } });
  }
  if (written?.ok === false) return answer(false, before, written.reason);
  const size = `${image.name} (${image.bytes.length} bytes) is what ${place} starts`;
  if (!isKept) return answer(true, before, `${size}; it is too large to be kept`);
  return answer(true, before, now === before ? `${size}, the same as before` : size);
};

/** The board's hooks and its due check, once under each lease. */
async function readyForRun({ host, signal }: ActivityContext, { board, lease }: HeldBoard): Promise<Answer> {
  const { pool, home, watchdog } = host;
  return await readyFor(pool, { board, leaseId: lease, home, watchdog, signal });
}

const kept = { kind: 'file', name: 'deployed-image' } as const;

/** What a board's record names must be there before it is named. */
async function keep(
  { host, runId, iteration, activityId }: ActivityContext,
  bytes: Buffer,
  { withEnd }: { withEnd: boolean },
): Promise<string> {
  const filing: Filing = { runId, iteration, activityId, ...kept };
  return await host.artifacts.put(filing, bytes, { raw: true, mediaType: 'application/octet-stream', withEnd });
}

/** What is there before it is written over: on a board what it holds, whoever brought it there. */
async function snapshot(context: ActivityContext, board: Board | null): Promise<string | null> {
  const { host, runId, iteration, activityId } = context;
  if (board === null) return await filedArtifact(context, kept);
  const image = await imageOn(host.pool, board.id);
  if (image === null) return null;
  const use = { runId, iteration, kind: 'file', name: 'board-image-before', hash: image.hash, activityId };
  context.stored();
  await fileAgain(host.pool, use);
  return image.hash;
}

interface Brought {
  readonly board: Board;
  readonly written: Answer;
  readonly image: { readonly hash: string; readonly name: string } | null;
}

async function noteBoard(
  { host, runId, iteration }: ActivityContext,
  { board, written, image }: Brought,
): Promise<void> {
  if (!written.ok) await noteBoardFailed({ host, runId, iteration }, written.reason);
  await noteFlashed(host.pool, {
    boardId: board.id,
    runId,
    iteration,
    image: written.ok ? image : null,
    reason: written.reason,
  });
}
