import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DomainError } from '#lib/errors.ts';
import { leaseFor } from '#server/boards/holding.ts';
import {
  type ConsoleSession,
  consoleNamed,
  consolesOf,
  openConsole,
  sayToBoard,
  withRecording,
  wordsAfter,
} from '#server/store/boards/consoles.ts';
import { boardNamed } from '#server/store/boards/inventory.ts';
import { boardActor } from '../../board-actor.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { tunables } from '../../tunables.ts';
import { withStack } from '../../with-stack.ts';

interface ConsoleOptions {
  readonly watch?: true;
  readonly replay?: string;
  readonly json?: true;
}

/** Ctrl-], as telnet has it. */
const leaveKey = 0x1d;
const wordsAtOnce = 500;
const lookedThrough = 50;

/** `firmloop boards console`: talks with a board, watches others talk, or prints what was said before. */
export async function boardsConsole(name: string, options: ConsoleOptions): Promise<ExitCode> {
  const { by } = boardActor();
  return await withStack({ runner: options.replay === undefined }, async ({ pool, interrupts }) => {
    const board = await boardNamed(pool, name);
    const show = options.json === true ? showJson : showBytes;
    if (options.replay !== undefined) {
      await follow(pool, await talkNamed(pool, board.id, options.replay), { show, signal: AbortSignal.abort() });
      return exitCode.success;
    }
    const isWatching = options.watch === true;
    const talk = isWatching ? await openTalk(pool, board.id, name) : await ownTalk(pool, board, by);
    const leave = new AbortController();
    const signal = AbortSignal.any([interrupts.first, leave.signal]);
    const giveBack = isWatching ? () => undefined : typeInto(pool, talk, { by, leave });
    try {
      const { closedBecause } = await follow(pool, talk, { show, signal });
      if (closedBecause !== null) console.error(`firmloop: the console is closed: ${closedBecause}`);
    } finally {
      giveBack();
    }
    return exitCode.success;
  });
}

async function ownTalk(pool: Pool, board: Awaited<ReturnType<typeof boardNamed>>, by: string): Promise<ConsoleSession> {
  const leaseId = await leaseFor(pool, board, by);
  const talk = await openConsole(pool, { boardId: board.id, leaseId, askedBy: by });
  if (talk !== null) return talk;
  throw new DomainError('CONFLICT', `The console of ${board.name} is still open under an earlier lease.`, {
    next: 'Try again in a moment.',
  });
}

async function openTalk(pool: Pool, boardId: string, name: string): Promise<ConsoleSession> {
  const [newest] = await consolesOf(pool, boardId, 1);
  if (newest !== undefined && newest.closedAt === null) return newest;
  throw new DomainError('REFUSED', `Nobody has the console of ${name} open.`, {
    next: '`--replay latest` prints the last talk.',
  });
}

async function talkNamed(pool: Pool, boardId: string, named: string): Promise<ConsoleSession> {
  const talks = await consolesOf(pool, boardId, lookedThrough);
  const found = named === 'latest' ? talks[0] : talks.find(({ id }) => id.startsWith(named));
  if (found !== undefined) return withRecording(found);
  throw new DomainError('NOT_FOUND', 'There is no such talk with this board.', { next: 'Its page lists them.' });
}

interface Following {
  readonly show: (word: Awaited<ReturnType<typeof wordsAfter>>[number]) => void;
  readonly signal: AbortSignal;
}

/** Shows what is said until the console is closed, or all that was said so far when the signal has ended it. */
async function follow(pool: Pool, talk: ConsoleSession, { show, signal }: Following): Promise<ConsoleSession> {
  let after = 0;
  for (;;) {
    const now = await consoleNamed(pool, talk.id);
    const words = await wordsAfter(pool, talk.id, { after, limit: wordsAtOnce });
    for (const word of words) {
      show(word);
      after = word.id;
    }
    const isAll = words.length < wordsAtOnce;
    if (isAll && (now.closedAt !== null || signal.aborted)) return now;
    if (isAll) await pause(tunables.consoleLook, undefined, { signal }).catch(() => undefined);
  }
}

function showBytes({ way, bytes }: Parameters<Following['show']>[0]): void {
  if (way === 'out') process.stdout.write(bytes);
}

function showJson({ at, way, saidBy, bytes }: Parameters<Following['show']>[0]): void {
  console.log(JSON.stringify({ at, way, saidBy, text: bytes.toString('utf8') }));
}

/** Hands on what is typed or piped in, in order; answers with what gives the terminal back. */
function typeInto(
  pool: Pool,
  { id }: ConsoleSession,
  { by, leave }: { by: string; leave: AbortController },
): () => void {
  const { stdin } = process;
  let saying: Promise<void> = Promise.resolve();
  const hear = (bytes: Buffer) => {
    if (stdin.isTTY && bytes.includes(leaveKey)) return leave.abort();
    saying = saying.then(() => sayToBoard(pool, id, { bytes, by })).catch(() => leave.abort());
  };
  if (stdin.isTTY) stdin.setRawMode(true);
  stdin.on('data', hear);
  return () => {
    stdin.off('data', hear);
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.pause();
  };
}
