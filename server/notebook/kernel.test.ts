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

describe.each(['plain', 'jupyter'] as const)('a %s kernel', { timeout: 60_000 }, (kind) => {
  test('keeps variables from cell to cell, shows values, and tells which cells it has executed', async () => {
    const at = place(kind);
    expect(await run(at, 'x = 20\nprint("read", x)', { cell: 'one' })).toMatchObject({
      status: 'ok',
      text: 'read 20\n',
      isNew: true,
      kind,
    });
    expect(await run(at, 'x + 1')).toMatchObject({
      status: 'ok',
      isNew: false,
      cells: ['one'],
      outputs: [{ output_type: 'execute_result', data: { 'text/plain': '21' }, execution_count: 2 }],
    });
  });

  test('tells an exception from its output, and goes on after it', async () => {
    const at = place(kind);
    const done = await run(at, 'print("before")\nundefined_name');
    expect(done).toMatchObject({
      status: 'error',
      outputs: [{ name: 'stdout' }, { output_type: 'error', ename: 'NameError' }],
    });
    expect(await run(at, 'print("after")')).toMatchObject({ status: 'ok', text: 'after\n' });
  });

  test('interrupts a cell that never ends and keeps what was there', async () => {
    const at = place(kind);
    await run(at, 'kept = 7');
    expect(await run(at, 'while True: pass', { limitMs: 500 })).toMatchObject({
      status: 'stopped',
      reason: 'stopped after 0.5 s',
    });
    expect(await run(at, 'kept')).toMatchObject({ status: 'ok', isNew: false, text: '7\n' });
  });

  test('keeps the beginning and the end of 100 MB', async () => {
    const done = await run(
      place(kind),
      'import sys\nfor _ in range(100): sys.stdout.write("x" * 1_000_000)\nprint("the end")',
    );
    expect(done.status).toBe('ok');
    expect(done.text.length).toBeLessThan(300_000);
    expect(done.text.endsWith('the end\n')).toBe(true);
    expect(done.dropped).toBeGreaterThan(99_000_000);
  });

  test('that dies is noticed, and the next cell has a new one', async () => {
    const at = place(kind);
    await run(at, 'x = 1', { cell: 'one' });
    expect((await run(at, 'import os; os._exit(3)')).status).toBe('gone');
    await stopKernel(at);
    expect(await run(at, 'print("new")')).toMatchObject({ status: 'ok', isNew: true, cells: [] });
  });
});

describe('the kernel of a run', () => {
  test('hears what children of a cell print', async () => {
    const done = await run(
      place('plain'),
      'import subprocess\nsubprocess.run(["sh", "-c", "echo out; echo err >&2"])\nNone',
    );
    expect(done.text).toContain('out\n');
    expect(done.outputs).toContainEqual(expect.objectContaining({ name: 'stderr', text: 'err\n' }));
  });

  test('of a later epoch is another one', async () => {
    const at = place('plain');
    await run(at, 'x = 1');
    expect(await run({ ...at, epoch: 2 }, 'x')).toMatchObject({ status: 'error', isNew: true });
  });

  test('is gone with everything that its cells have started', async () => {
    const at = place('plain');
    await run(at, 'import subprocess\nsubprocess.Popen(["sleep", "1000"])\nNone');
    expect(await stopKernel(at)).toBeGreaterThan(0);
    expect(await findMarked(`kernel/${at.runId}`)).toEqual([]);
  });

  test('shows pictures and HTML of values that have them', async () => {
    const done = await run(
      place('plain'),
      'class P:\n  def _repr_html_(self): return "<b>x</b>"\n  def _repr_png_(self): return b"png"\nP()',
    );
    expect(done.outputs).toMatchObject([{ data: { 'text/html': '<b>x</b>', 'image/png': 'cG5n' } }]);
  });

  test('finds modules of the project, and only those', async () => {
    const at = place('plain');
    writeFileSync(join(at.directory, 'own.py'), 'value = 5');
    expect((await run(at, 'import own; print(own.value)')).text).toBe('5\n');
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
