import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createHub } from '#server/api/hub.ts';
import type { Services } from '#server/api/services.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createOwnPostgres } from '#server/chaos/own-postgres.ts';
import { openPool } from '#server/db/pool.ts';
import { openPrisma } from '#server/db/prisma.ts';
import { installedEngine } from '#server/engine/installed.ts';
import { readResults } from '#server/results/import/read-results.ts';
import { consolePieces } from '#server/results/import/testing/console-pieces.ts';
import { robotPieces } from '#server/results/import/testing/robot-pieces.ts';
import { atLeast, atMost, type Bench, type Figure, plainFigure } from './bench.ts';
import { assumed, makeProjects, measure } from './results/history.ts';
import { processorTime } from './results/processor-time.ts';
import { askAll, historyQuestion, quantile, type Times } from './results/questions.ts';

/** A million; FIRMLOOP_BENCH_RESULTS asks for another number, such as 50000000. */
const wanted = Number(process.env.FIRMLOOP_BENCH_RESULTS ?? 1_000_000);
const rounds = 60;
/** Pages may slow down so much when the history doubles; below a few milliseconds nobody can tell. */
const mostGrowth = 1.3;
const graceMs = 5;
const megabyte = 1024 * 1024;
/** Room on disk for a result: 323 bytes were measured with all indexes; the write-ahead log and what is dead take their share. */
const bytesOfResult = 500;

export const results: Bench = {
  does: `${wanted.toLocaleString('en')} results of ${assumed.projects} projects with ${assumed.tests} tests each: ingest, the history of a test, what pages ask of the server, and large files`,
  async run(say) {
    await makeSureOfRoom();
    const postgres = await createOwnPostgres({ fsync: 'on', autovacuum: 'on' });
    const pool = openPool(postgres.databaseUrl, { max: 8, name: 'firmloop-bench' });
    const prisma = openPrisma(postgres.databaseUrl, 2);
    const ended = new AbortController();
    const services: Services = {
      ...{ pool, prisma, engine: installedEngine(pool), home: '/nowhere' },
      artifacts: createArtifactStore(pool, (text) => text),
      hub: createHub(postgres.databaseUrl, ended.signal),
    };
    try {
      const files = await readLargeFiles();
      const half = await fill(services, { from: 0, results: wanted / 2, say });
      const atHalf = await askAll(services, rounds);
      const whole = await fill(services, { from: half.next, results: wanted / 2, say });
      const atWhole = await askAll(services, rounds);
      const seconds = half.seconds + whole.seconds;
      const processor = half.processor + whole.processor;
      const stored = half.stored + whole.stored;
      return [
        atLeast('ingest', stored / seconds, 20_000, 'results/s', 0),
        plainFigure(
          'ingest by processor time',
          `${Math.round(stored / (processor / 1_000))} results in a second of one core`,
        ),
        ...(await disk(services)),
        ...[...atWhole].flatMap(([name, times]) => figuresOf(name, times, atHalf.get(name))),
        ...files,
      ];
    } finally {
      ended.abort();
      await prisma.$disconnect();
      await pool.end();
      await postgres.remove();
    }
  },
};

/** A history that fills the disk takes others down with it. */
async function makeSureOfRoom(): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [needed, free] = [wanted * bytesOfResult, bavail * bsize].map((bytes) => Math.ceil(bytes / 1e9));
  if ((needed ?? 0) > (free ?? 0))
    throw new Error(
      `${wanted.toLocaleString('en')} results need about ${needed} GB in ${tmpdir()}, ${free} GB are free`,
    );
}

async function fill(
  { pool }: Services,
  { from, results: amount, say }: { from: number; results: number; say: (line: string) => void },
): Promise<{ next: number; stored: number; seconds: number; processor: number }> {
  const projects = await makeProjects(pool);
  const last = from + Math.ceil(amount / assumed.tests);
  const tenth = Math.max(1, Math.floor((last - from) / 10));
  const busy = await processorTime(pool);
  const begin = performance.now();
  // Each project is a writer of its own: the iterations of a run come one after the other.
  const written = await Promise.all(
    projects.map(async (_, place) => {
      let own = 0;
      for (let number = from + place; number < last; number += projects.length) {
        const more = await measure(pool, projects, number);
        own += more;
        if (number > from && (number - from) % tenth === 0)
          say(`${Math.round((100 * (number - from)) / (last - from))} %`);
      }
      return own;
    }),
  );
  const stored = written.reduce((sum, own) => sum + own, 0);
  const seconds = (performance.now() - begin) / 1_000;
  const processor = (await processorTime(pool)) - busy;
  say(`${stored.toLocaleString('en')} results in ${seconds.toFixed(1)} s`);
  await pool.query('ANALYZE test_result, result_set, test_identity, result_import');
  return { next: last, stored, seconds, processor };
}

function figuresOf(name: string, times: Times, before: Times | undefined): Figure[] {
  const limit = name === historyQuestion ? 50 : 150;
  const p95 = atMost(`${name}, p95`, quantile(times, 0.95), limit, 'ms', 1);
  const processor = `${times.processor.toFixed(1)} ms of the processor on average`;
  if (before === undefined) return [{ ...p95, value: `${p95.value}, ${processor}` }];
  // By processor time: other work on the machine must not look like growth.
  const growth = atMost(`${name}, when the history doubles`, times.processor / before.processor, mostGrowth, '×');
  return [
    { ...p95, value: `${p95.value}, ${processor}` },
    { ...growth, holds: growth.holds || times.processor - before.processor < graceMs },
  ];
}

async function disk({ pool }: Services): Promise<Figure[]> {
  const { rows } = await pool.query<{ rows: number; heap: number; whole: number }>(
    `SELECT count(*)::float8 AS rows, pg_relation_size('test_result')::float8 AS heap, pg_total_relation_size('test_result')::float8 AS whole FROM test_result`,
  );
  const [{ rows: all, heap, whole } = { rows: 1, heap: 0, whole: 0 }] = rows;
  return [
    plainFigure(
      'disk per result',
      `${Math.round(whole / all)} bytes, of these ${Math.round((whole - heap) / all)} of indexes`,
    ),
  ];
}

const largeFiles = [
  { what: 'an output.xml of 300 MB', source: () => robotPieces(300 * megabyte, { tests: 2_000 }) },
  { what: 'a console log of 50 MB', source: () => consolePieces(50 * megabyte, { tests: 2_000 }) },
] as const;

/** Reads files that are made while they are read. */
async function readLargeFiles(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, source } of largeFiles) figures.push(...(await readLargeFile(what, source)));
  return figures;
}

async function readLargeFile(what: string, source: () => AsyncIterable<Buffer>): Promise<Figure[]> {
  const before = process.memoryUsage().rss;
  let most = before;
  const begin = performance.now();
  const { bytes } = await readResults(async function* () {
    for await (const piece of source()) {
      yield piece;
      most = Math.max(most, process.memoryUsage.rss());
    }
  });
  const seconds = (performance.now() - begin) / 1_000;
  return [
    atMost(`memory for ${what}`, (most - before) / megabyte, 200, 'MB', 0),
    plainFigure(`reading ${what}`, `${seconds.toFixed(1)} s, ${(bytes / megabyte / seconds).toFixed(1)} MB/s`),
  ];
}
