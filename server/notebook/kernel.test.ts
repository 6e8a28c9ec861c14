import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { outputText } from '#lib/workflow/notebook.ts';
import { findMarked } from '#server/process/marker-sweep.ts';
import { executeCell } from './execute-cell.ts';
import { type KernelPlace, kernelAt, stopKernel } from './kernel-process.ts';

const never = new AbortController().signal;
let runs = 0;

/** A run's folder whose name is longer than the address of a socket may be. */
function place(kind: KernelPlace['kind'], epoch = 1): KernelPlace {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'firmloop-kernel-')));
  const folder = join(home, 'x'.repeat(120));
  const directory = join(folder, 'tree');
  mkdirSync(directory, { recursive: true });
  runs += 1;
  const made: KernelPlace = {
    runId: `kernel-test-${process.pid}-${runs}`,
    folder,
    directory,
    sandbox: { worktree: directory, hidden: [home], network: false, whenMissing: 'run-bare' },
    python: '/usr/bin/python3',
    kind,
    epoch,
    watchdog: idleWatchdog,
  };
  onTestFinished(async () => {
    await stopKernel(made);
    rmSync(home, { recursive: true, force: true });
  });
  return made;
}

async function run(at: KernelPlace, code: string, { cell = 'c', limitMs = 20_000 } = {}) {
  const kernel = await kernelAt(at, never);
  if (!kernel.ok) throw new Error(kernel.reason);
  try {
    const done = await executeCell(kernel.door, { cell, code, limitMs }, never);
    return {
      ...done,
      text: outputText(done.outputs),
      isNew: kernel.isNew,
      cells: kernel.door.cells,
      kind: kernel.door.kind,
    };
  } finally {
    kernel.door.close();
  }
}

/** The same cells in the language of each kernel. */
const python = {
  setsAndPrints: 'x = 20\nprint("read", x)',
  shows: 'x + 1',
  fails: 'print("before")\nundefined_name',
  unknownName: 'NameError',
  printsAfter: 'print("after")',
  keeps: 'kept = 7',
  forEver: 'while True: pass',
  kept: 'kept',
  floods: 'import sys\nfor _ in range(100): sys.stdout.write("x" * 1_000_000)\nprint("the end")',
  letters: 'print("x" + "é" * 80_000)',
  dies: 'import os; os._exit(3)',
  child: 'import subprocess\nsubprocess.run(["sh", "-c", "echo out; echo err >&2"])\nNone',
  leavesChild: 'import subprocess\nsubprocess.Popen(["sleep", "1000"])\nNone',
  picture:
    'class P:\n  def _repr_html_(self): return "<b>x</b>"\n  def _repr_png_(self): return b"png"\nprint("first")\nP()',
  module: 'import own; print(own.value)',
} as const;
const javascript = {
  setsAndPrints: 'const x = 20\nconsole.log("read", x)',
  shows: 'x + 1',
  fails: 'console.log("before")\nundefined_name',
  unknownName: 'ReferenceError',
  printsAfter: 'console.log("after")',
  keeps: 'let kept = 7; undefined',
  forEver: 'for (;;) {}',
  kept: 'kept',
  floods: 'for (let n = 0; n < 100; n += 1) process.stdout.write("x".repeat(1_000_000))\nconsole.log("the end")',
  letters: 'console.log("x" + "é".repeat(80_000))',
  dies: 'process.exit(3)',
  child: 'require("child_process").spawnSync("sh", ["-c", "echo out; echo err >&2"], { stdio: "inherit" }); undefined',
  leavesChild: 'require("child_process").spawn("sleep", ["1000"]); undefined',
  picture:
    'class P { [Symbol.for("Jupyter.display")]() { return { "text/html": "<b>x</b>", "image/png": "cG5n" } } }\nconsole.log("first")\nnew P()',
  module: 'console.log((require("./own.cjs")).value)',
} as const satisfies Record<keyof typeof python, string>;

describe.each([
  ['plain', python],
  ['jupyter', python],
  ['node', javascript],
] as const)('a %s kernel', { timeout: 60_000 }, (kind, cells) => {
  test('keeps variables from cell to cell, shows values, and tells which cells it has executed', async () => {
    const at = place(kind);
    expect(await run(at, cells.setsAndPrints, { cell: 'one' })).toMatchObject({
      status: 'ok',
      text: 'read 20\n',
      isNew: true,
      kind,
    });
    expect(await run(at, cells.shows)).toMatchObject({
      status: 'ok',
      isNew: false,
      cells: ['one'],
      outputs: [{ output_type: 'execute_result', data: { 'text/plain': '21' }, execution_count: 2 }],
    });
  });

  test('tells an exception from its output, and goes on after it', async () => {
    const at = place(kind);
    const done = await run(at, cells.fails);
    expect(done).toMatchObject({
      status: 'error',
      outputs: [{ name: 'stdout' }, { output_type: 'error', ename: cells.unknownName }],
    });
    expect(await run(at, cells.printsAfter)).toMatchObject({ status: 'ok', text: 'after\n' });
  });

  test('interrupts a cell that never ends and keeps what was there', async () => {
    const at = place(kind);
    await run(at, cells.keeps);
    expect(await run(at, cells.forEver, { limitMs: 500 })).toMatchObject({
      status: 'stopped',
      reason: 'stopped after 0.5 s',
    });
    expect(await run(at, cells.kept)).toMatchObject({ status: 'ok', isNew: false, text: '7\n' });
  });

  test('keeps the beginning and the end of 100 MB', async () => {
    const done = await run(place(kind), cells.floods);
    expect(done.status).toBe('ok');
    expect(done.text.length).toBeLessThan(300_000);
    expect(done.text.endsWith('the end\n')).toBe(true);
    expect(done.dropped).toBeGreaterThan(99_000_000);
  });

  test('cuts no letter in two', async () => {
    expect((await run(place(kind), cells.letters)).text).toBe(`x${'é'.repeat(80_000)}\n`);
  });

  test('that dies is noticed, and the next cell has a new one', async () => {
    const at = place(kind);
    await run(at, cells.keeps, { cell: 'one' });
    expect((await run(at, cells.dies)).status).toBe('gone');
    await stopKernel(at);
    expect(await run(at, cells.printsAfter)).toMatchObject({ status: 'ok', isNew: true, cells: [] });
  });
});

describe.each([
  ['plain', python],
  ['node', javascript],
] as const)('a %s kernel without packages', { timeout: 60_000 }, (kind, cells) => {
  test('hears what children of a cell print', async () => {
    const done = await run(place(kind), cells.child);
    expect(done.text).toContain('out\n');
    expect(done.outputs).toContainEqual(expect.objectContaining({ name: 'stderr', text: 'err\n' }));
  });

  test('is gone with everything that its cells have started', async () => {
    const at = place(kind);
    await run(at, cells.leavesChild);
    expect(await stopKernel(at)).toBeGreaterThan(0);
    expect(await findMarked(`kernel/${at.runId}`)).toEqual([]);
  });

  test('shows pictures and HTML of values that have them, after what was printed before', async () => {
    const done = await run(place(kind), cells.picture);
    expect(done.outputs).toMatchObject([
      { name: 'stdout', text: 'first\n' },
      { data: { 'text/html': '<b>x</b>', 'image/png': 'cG5n' } },
    ]);
  });

  test('finds modules of the project', async () => {
    const at = place(kind);
    writeFileSync(join(at.directory, 'own.py'), 'value = 5');
    writeFileSync(join(at.directory, 'own.cjs'), 'exports.value = 5');
    expect((await run(at, cells.module)).text).toBe('5\n');
  });
});

describe('cells of JavaScript', { timeout: 60_000 }, () => {
  test('await, declare again what an earlier one has declared, and show what they end with', async () => {
    const at = place('node');
    await run(at, 'const rows = [1]; class Row {}; undefined');
    const again = 'const rows = await Promise.resolve([1, 2]); class Row {}; display(rows); rows.length';
    expect((await run(at, again)).outputs).toMatchObject([
      { output_type: 'display_data', data: { 'text/plain': '[ 1, 2 ]' } },
      { output_type: 'execute_result', data: { 'text/plain': '2' } },
    ]);
  });

  test.each([
    [
      'import fs from "node:fs"',
      /^SyntaxError: Cannot use import statement outside a module\nCells are no modules: use require/,
    ],
    ['await import("node:fs")', /Cells are no modules: use require/],
    ['throw "well"', /^'well'\n$/],
    ['null.x', /^TypeError: Cannot read properties of null .*\n {4}at <anonymous>:1:6\n$/s],
    [
      'Promise.reject(new Error("later")); await new Promise((done) => setTimeout(done, 50)); "on"',
      /^Error: later\n.*'on'\n$/s,
    ],
  ])('%s says what is wrong, without what is not theirs', async (code, said) => {
    const { text } = await run(place('node'), code);
    expect(text).toMatch(said);
    expect(text).not.toMatch(/node:inspector|node:internal|kernel/);
  });
});

describe('the kernel of a run', () => {
  test('of a later epoch is another one', async () => {
    const at = place('plain');
    await run(at, 'x = 1');
    expect(await run({ ...at, epoch: 2 }, 'x')).toMatchObject({ status: 'error', isNew: true });
  });

  test('has only modules of the project beside those of Python', async () => {
    const at = place('plain');
    expect((await run(at, 'import sys; print(sys.path[0])')).text).toBe(`${at.directory}\n`);
  });

  test('that cannot start says why', async () => {
    const answer = await kernelAt({ ...place('plain'), python: 'no-such-python' }, never);
    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining('no-such-python') });
  });
});

const idleWatchdog: KernelPlace['watchdog'] = {
  pid: () => undefined,
  register: () => undefined,
  unregister: () => undefined,
  hasKilled: () => false,
  renew: () => undefined,
  stop: async () => undefined,
};
