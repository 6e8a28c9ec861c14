import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '#server/engine/engine.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { allProcesses, readEnvironment } from '#server/process/proc-table.ts';
import { worktreesFolder } from '#server/workspace/workspace.ts';
import { ledgerFile } from './tiny-firmware.ts';

/** What must hold of all runs of a database and of the home that they were worked on, in whatever way processes died; a sentence for each breach. */
export async function breachesOf(engine: Engine, home: string): Promise<string[]> {
  const found = await Promise.all([
    breachesInDatabase(engine),
    breachesOfReplay(engine),
    breachesInLedgers(home),
    orphansOf(engine),
    strayWorktrees(engine, home),
  ]);
  return found.flat();
}

/** Each row that one of these gives is a breach: the run's number and what is wrong. */
const mustBeEmpty: Readonly<Record<string, string>> = {
  'transitions have gaps or doubles': `
    SELECT r.number FROM run r JOIN transition t ON t.run_id = r.id GROUP BY r.id, r.number
    HAVING min(t.seq) <> 1 OR max(t.seq) <> count(*)`,
  'applied events have gaps or doubles': `
    SELECT r.number FROM run r JOIN event e ON e.run_id = r.id AND e.fate = 'applied' GROUP BY r.id, r.number, r.seq
    HAVING min(e.seq) <> 1 OR max(e.seq) <> count(*) OR max(e.seq) <> r.seq`,
  'an activity that must not be repeated has a second attempt': `
    SELECT r.number FROM run r JOIN activity a ON a.run_id = r.id WHERE NOT a.idempotent AND a.attempt > 1`,
  'a lost activity that must not be repeated was not reported to the machine': `
    SELECT r.number FROM run r JOIN activity a ON a.run_id = r.id
    WHERE NOT a.idempotent AND a.status = 'lost'
      AND NOT EXISTS (SELECT 1 FROM event e WHERE e.run_id = r.id
        AND e.key IN ('activity:' || a.id, 'lost:' || a.id) AND e.fate = 'applied')`,
  'a finished run has work left': `
    SELECT r.number FROM run r JOIN activity a ON a.run_id = r.id
    WHERE r.status = 'finished' AND a.status IN ('held', 'backoff', 'queued', 'running', 'cancelling')`,
  'a finished run has timers left': `
    SELECT r.number FROM run r JOIN timer t ON t.run_id = r.id WHERE r.status = 'finished'`,
  'an event was never decided': `
    SELECT r.number FROM run r JOIN event e ON e.run_id = r.id WHERE r.status = 'finished' AND e.fate = 'pending'`,
  'the context is larger than 8 kB': `
    SELECT number FROM run WHERE length((snapshot->'context')::text) >= 8192`,
};

async function breachesInDatabase({ pool }: Engine): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(mustBeEmpty).map(async ([breach, query]) => {
      const { rows } = await pool.query<{ number: number }>(query);
      return rows.map(({ number }) => `run ${number}: ${breach}`);
    }),
  );
  return found.flat();
}

async function breachesOfReplay(engine: Engine): Promise<string[]> {
  const { rows } = await engine.pool.query<{ id: string; number: number }>('SELECT id, number FROM run');
  const breaches: string[] = [];
  for (const { id, number } of rows) {
    const { equal, difference } = await replayRun(engine, id);
    if (!equal) breaches.push(`run ${number}: replay differs: ${difference}`);
  }
  return breaches;
}

/** A line per command: what ran and for which attempt at an activity. The same line twice means that it ran twice. */
async function breachesInLedgers(home: string): Promise<string[]> {
  const runs = await readdir(worktreesFolder(home)).catch(() => []);
  const files = [...runs.map((run) => join(worktreesFolder(home), run, 'tree', ledgerFile)), join(home, 'toil.ledger')];
  const breaches: string[] = [];
  for (const file of files) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
    const twice = lines.filter((line, at) => lines.indexOf(line) !== at);
    const beside = lines.filter((line) => line.startsWith('overlap'));
    breaches.push(...twice.map((line) => `${file}: ran twice: ${line}`), ...beside.map((line) => `${file}: ${line}`));
  }
  return breaches;
}

/** Processes of an activity of this database that are still there. */
async function orphansOf({ pool }: Engine): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM activity');
  const known = new Set(rows.map(({ id }) => id));
  const breaches: string[] = [];
  for (const pid of await allProcesses()) {
    const marker = /(?:^|\0)FIRMLOOP_ACTIVITY=([^\0]*)/.exec((await readEnvironment(pid)) ?? '')?.[1];
    if (marker !== undefined && known.has(marker)) breaches.push(`process ${pid} outlived its activity ${marker}`);
  }
  return breaches;
}

async function strayWorktrees({ pool }: Engine, home: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM run');
  const known = new Set(rows.map(({ id }) => id));
  const folders = await readdir(worktreesFolder(home)).catch(() => []);
  return folders.filter((name) => !known.has(name)).map((name) => `worktree ${name} belongs to no run`);
}
