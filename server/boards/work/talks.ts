import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Pool } from 'pg';
import {
  closeConsole,
  closedAmong,
  keepOutput,
  noteConsoleOpen,
  type TakenConsole,
  wordsAfter,
} from '#server/store/boards/consoles.ts';
import type { HeldBoards } from './held-boards.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** The console lines that this runner has open for people. */
export interface Talks {
  open(taken: TakenConsole, signal: AbortSignal): Promise<void>;
  /** Hands on what people have typed, and closes what is closed by now. */
  tend(): Promise<void>;
  /** Closes the talk with one board. */
  close(boardId: string, because: string): Promise<void>;
  closeAll(because: string): Promise<void>;
}

interface Talk {
  readonly boardId: string;
  readonly line: Duplex;
  readonly recorder: Recorder;
  /** The last word that was handed on. */
  last: number;
}

const wordsAtOnce = 500;

export function createTalks(pool: Pool, held: HeldBoards): Talks {
  const talks = new Map<string, Talk>();

  async function open({ session, leaseId, board }: TakenConsole, signal: AbortSignal): Promise<void> {
    const { console } = await held.take(board, leaseId);
    const opened = (await console?.open(signal)) ?? noConsole;
    if (!opened.ok) return await closeConsole(pool, session, opened.reason);
    const { line } = opened;
    const recorder = createRecorder((piece) => keepOutput(pool, session, piece));
    talks.set(session, { boardId: board.id, line, recorder, last: 0 });
    await noteConsoleOpen(pool, session);
    void listen(line, recorder).then(() => hangUp(session, 'the line to the board broke'));
  }

  async function hangUp(session: string, because: string): Promise<void> {
    const talk = talks.get(session);
    if (talk === undefined) return;
    talks.delete(session);
    const isClosed = talk.line.closed ? null : once(talk.line, 'close').catch(() => undefined);
    talk.line.destroy();
    await Promise.all([isClosed, talk.recorder.end()]);
    await closeConsole(pool, session, because).catch(() => undefined);
  }

  async function tend(): Promise<void> {
    const closed = await closedAmong(pool, [...talks.keys()]);
    await Promise.all([...closed].map(([session, because]) => hangUp(session, because)));
    await Promise.all([...talks].map(([session, talk]) => handOn(session, talk)));
  }

  async function handOn(session: string, talk: Talk): Promise<void> {
    for (const { id, bytes } of await wordsAfter(pool, session, { after: talk.last, way: 'in', limit: wordsAtOnce })) {
      talk.last = id;
      if (!talk.line.destroyed) talk.line.write(bytes);
    }
  }

  async function close(boardId: string, because: string): Promise<void> {
    const its = [...talks].filter(([, talk]) => talk.boardId === boardId);
    await Promise.all(its.map(([session]) => hangUp(session, because)));
  }

  return {
    open,
    tend,
    close,
    closeAll: async (because) => void (await Promise.all([...talks.keys()].map((session) => hangUp(session, because)))),
  };
}

const noConsole = { ok: false, reason: 'the board has no console among its connections' } as const;

/** Keeps what the board prints until its line ends, reading no faster than it is kept. */
async function listen(line: Duplex, recorder: Recorder): Promise<void> {
  try {
    for await (const bytes of line) await recorder.write(bytes);
  } catch {
    // A line that breaks ends the talk, which is told by its reason.
  }
}
