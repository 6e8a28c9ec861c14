import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMarked } from '#server/process/marker-sweep.ts';
import { abortRun } from './abort-run.ts';
import { storyOf, untilState } from './kit.ts';
import { calmly, code, type Setting, twoBehaviors, workflowStand } from './workflow-stand.ts';

const { launched, notebookOf, project, stand, story } = workflowStand();

describe.concurrent('a workflow', { timeout: 120_000 }, () => {
  test('with a cell that prints 100 MB keeps its beginning and its end, and goes on', async () => {
    const ended = await story({
      generating: () => ({ lines: code('for _ in range(100): print("x" * 1_000_000)\nprint("the end")') }),
    });
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(ended.trace).toMatch(/cell-1 gave 1 output, of which \d+(\.\d)? MB were left out/);
    const [cell] = (await notebookOf(ended.runId)).cells;
    expect(JSON.stringify(cell)).toMatch(/bytes left out.*the end/);
  });

  test('executes again in a new kernel what the notebook has executed before', async () => {
    const steps = [code('x = 41'), code('import os; os._exit(1)'), code('print(x + 1)')];
    const ended = await story({ generating: (_, n) => ({ lines: steps[n - 1] ?? [] }), planning: twoBehaviors });
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(JSON.stringify((await notebookOf(ended.runId)).cells.at(-1)?.outputs)).toContain('42');
  });

  test.each<[string, Setting]>([
    ['whose kernel is Node', { config: 'notebook: { kernel: node }\n' }],
    [
      'whose notebook is one in JavaScript',
      {
        notebook: { metadata: { kernelspec: { language: 'javascript' } }, cells: [] },
        config: 'notebook: { on_error: fail }\n',
      },
    ],
    ['on a host without Python', { config: 'notebook: { python: no-such-python }\n' }],
  ])('%s executes JavaScript, and says so to its services and in its notebook', async (_, setting) => {
    const steps = [code('const x = 41'), code('process.exit(1)'), code('console.log(x + 1)')];
    const { folder, generates } = await project({
      ...setting,
      planning: twoBehaviors,
      generating: (__, n) => ({ lines: steps[n - 1] ?? [] }),
    });
    const ended = await storyOf(stand(), await launched(folder));
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(generates.asked[0]?.observation.context).toMatchObject({ notebook: { language: 'javascript' } });
    const made = await notebookOf(ended.runId);
    expect(made).toMatchObject({ metadata: { kernelspec: { language: 'javascript' } } });
    expect(JSON.stringify(made.cells.at(-1))).toContain('42');
  });

  test('takes odd text wherever it comes from, and loses nothing for it', async () => {
    const odd = 'a\0b \u001b[31mred\u001b[0m \u202egnp.exe \ud83d <script>x</script>';
    const { folder, generates } = await project({
      planning: (asked) => {
        const said = calmly(asked);
        const update = { variables: { [odd]: odd }, progress_update: { level: 'behaviors', focus: odd } };
        return 'json' in said ? { json: { ...Object(said.json), note: odd, context_update: update } } : said;
      },
      generating: () => ({
        lines: [
          { action: { action: 'add', content: odd } },
          ...code(
            `import sys\nprint(${JSON.stringify('a\0b \u001b[31mred \u202egnp')})\nsys.stdout.buffer.write(b"\\xff\\x00")\nraise ValueError("\\0\\ud83d")`,
            { codecell_id: odd },
          ),
        ],
      }),
      config: 'notebook: { kernel: plain, on_error: continue }\n',
    });
    const ended = await storyOf(stand(), await launched(folder));
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(generates.asked).toHaveLength(1);
    const told = 'a\ufffdb \u001b[31mred\u001b[0m \u202egnp.exe \ufffd <script>x</script>';
    expect(ended.trace).toContain(`the target of step one is achieved: ${told}`);
    const [text, cell] = (await notebookOf(ended.runId)).cells;
    expect(text?.source).toBe(told);
    expect(cell?.outputs).toMatchObject([
      { name: 'stdout', text: 'a\ufffdb \u001b[31mred \u202egnp\n\ufffd\ufffd' },
      { ename: 'ValueError', evalue: '\ufffd\ufffd' },
    ]);
  });

  test('is not led out of its tree by a link that a cell puts where the notebook will be', async () => {
    const outside = join(stand().home, 'outside.txt');
    writeFileSync(outside, 'mine');
    const ended = await story({
      generating: () => ({ lines: code(`import os; os.symlink(${JSON.stringify(outside)}, "workflow.ipynb")`) }),
    });
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(readFileSync(outside, 'utf8')).toBe('mine');
  });

  test('that is aborted while a cell is executed leaves no process behind', async () => {
    const id = await launched(
      (await project({ generating: () => ({ lines: code('import time; time.sleep(100)') }) })).folder,
    );
    await untilState(stand(), id, 'action_running');
    expect(await abortRun(stand(), id)).toMatchObject({ outcome: 'aborted', exitCode: 3 });
    expect(await findMarked(`kernel/${id}`)).toEqual([]);
  });
});
