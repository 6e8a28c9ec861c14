import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { engineEvent } from '#lib/engine/events.ts';
import type { Json } from '#lib/engine/json.ts';
import type { Services } from '#server/api/services.ts';
import { readWorkflow } from '#server/api/workflows/read-workflow.ts';
import { workflowView } from '#server/api/workflows/workflow-view.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { finaliseRun } from '#server/finalise/finalise-run.ts';
import { launch } from '#server/launch/launch.ts';
import { findMarked } from '#server/process/marker-sweep.ts';
import { runsToFinalise } from '#server/store/finalise-rows.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { type Asked, type Reply, type ScriptedService, scriptedService } from '#server/testing/workflow-services.ts';
import { repositoryOf } from './firmware.ts';
import { standForFile, storyOf, untilState, userGit } from './kit.ts';

const stand = standForFile();
const example = new URL('../../examples/sensor-report', import.meta.url).pathname;

/** Tests run side by side, so services live until the last one has ended. */
const scripted: ScriptedService[] = [];
afterAll(async () => void (await Promise.all(scripted.map((one) => one.close()))));

const no: Json = { targetAchieved: false };
const done: Json = { targetAchieved: true, transition: { continue_behaviors: false } };

/** Planning that lets each step have one behavior. */
const calmly = ({ kind, observation }: Asked): Reply => ({
  json: kind === 'check_step_goal' || observation.context.FSM.state === 'stage_running' ? no : done,
});

const code = (content: string, rest: object = {}) => [
  { action: { action: 'add', content, shot_type: 'action', ...rest } },
  { action: { action: 'exec', shot_type: 'action' } },
];

/** Two scripted services and a project that is steered by them. */
interface Setting {
  readonly planning?: (asked: Asked, n: number) => Reply;
  readonly generating?: (asked: Asked, n: number) => Reply;
  /** More of firmloop.yaml. */
  readonly config?: string;
  readonly playbook?: string;
  /** The notebook that the project has already. */
  readonly notebook?: object;
  /** How patiently services are asked. */
  readonly limits?: string;
}

async function project({
  planning = calmly,
  generating,
  config = '',
  playbook,
  notebook,
  limits = 'silence: 2s, tries: 2',
}: Setting) {
  const [plans, generates] = await Promise.all([
    scriptedService(planning),
    scriptedService(generating ?? (() => ({ lines: code('1 + 1') }))),
  ]);
  scripted.push(plans, generates);
  const at = ({ url }: ScriptedService) => `{ use: service, url: "${url}", timeout: 5s, ${limits} }`;
  const folder = repositoryOf({
    'firmloop.yaml': `machine: staged-workflow
goal: Try it.
planning: ${at(plans)}
generating: ${at(generates)}
workflow: [{ id: only, goal: all, steps: [{ id: one, goal: some }] }]
${playbook === undefined ? '' : 'answers: { use: playbook, file: playbook.yaml }\n'}${config.includes('notebook') ? '' : 'notebook: { kernel: plain }\n'}${config}`,
    'playbook.yaml': playbook ?? '',
    'notes.txt': 'x\n',
    ...(notebook && { 'workflow.ipynb': JSON.stringify(notebook) }),
  });
  return { folder, plans, generates };
}

async function launched(folder: string, mode: 'ci' | 'interactive' = 'ci'): Promise<string> {
  const { engine, home } = stand();
  return (await launch(engine, { by: 'tester', door: 'cli', home, folder, mode })).runId;
}

const story = async (services: Setting) => await storyOf(stand(), await launched((await project(services)).folder));

/** The branch that a run leaves when it is wrapped up. */
async function branchOf(runId: string): Promise<string> {
  const { pool, home } = stand();
  const run = await eventually(`run ${runId} can be wrapped up`, async () =>
    (await runsToFinalise(pool, 'here')).find(({ id }) => id === runId),
  );
  await finaliseRun(pool, home, run);
  const { rows } = await pool.query("SELECT report ->> 'branch' AS branch FROM run WHERE id = $1", [runId]);
  return (rows[0] as { branch: string }).branch;
}

async function notebookOf(
  runId: string,
): Promise<{ cells: { cell_type: string; source: string; outputs?: Json[] }[] }> {
  const { rows } = await stand().pool.query(
    `SELECT convert_from(string_agg(c.data, '' ORDER BY c.n), 'UTF8') AS text FROM run_artifact a JOIN artifact_chunk c ON c.hash = a.hash
     WHERE a.run_id = $1 AND a.name LIKE '%.ipynb' GROUP BY a.hash, a.created_at ORDER BY a.created_at DESC LIMIT 1`,
    [runId],
  );
  return JSON.parse((rows[0] as { text: string }).text);
}

describe.concurrent('a workflow', { timeout: 120_000 }, () => {
  test('of the example refuses one update, takes one, recovers from one error, and ends with its report', async () => {
    const there = repositoryOf(filesOf(example));
    const ended = await storyOf(stand(), await launched(there));
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed', exitCode: 0 });
    for (const sentence of [
      /UPDATE_WORKFLOW_REJECTED: the playbook: a forecast is not asked for; the update adds the stage forecast/,
      /FAIL: action 2 of 2 executes a cell: cell-\d failed with ValueError: could not convert string to float/,
      /START_BEHAVIOR: recovery 1 without a person, after ACTION_FAILED/,
      /UPDATE_STEP_CONFIRMED: the playbook: gaps would spoil the drift; the update adds the step fill/,
      /COMPLETE_WORKFLOW/,
    ])
      expect(ended.trace).toMatch(sentence);
    expect(ended.reason).toBe('every target is achieved: 2 stages, 4 steps, 5 behaviors');
    expect(ended.report.artifacts.patch_file).toMatchObject({ name: 'result.patch' });
    const { runId } = ended;
    const branch = await branchOf(runId);
    expect(userGit(there, 'show', `${branch}:result.txt`)).toMatch(/Replace the sensor west: it drifts by 0\.2/);
    expect(JSON.parse(userGit(there, 'show', `${branch}:report.ipynb`))).toEqual(await notebookOf(runId));
    expect(await replayRun(stand().engine, runId)).toMatchObject({ equal: true });
    expect(await findMarked(`kernel/${runId}`)).toEqual([]);
    const { pool, engine } = stand();
    const services = { pool, engine, artifacts: createArtifactStore(pool, createRedaction([])) } as Services;
    const shown = async (at?: number) =>
      await workflowView(services, await readWorkflow(services, await runPage(pool, runId), at));
    const whenAsked = ended.transitions.findIndex(({ to }) => to === 'step_update_pending.asking') + 1;
    const then = await shown(whenAsked);
    expect(then).toMatchObject({
      here: { stage: 'load', step: 'check' },
      variables: [{ name: 'sensors', value: '3' }],
    });
    expect(then.notebook.cells.map(({ id }) => id)).toEqual(['cell-1', 'cell-2', 'cell-3']);
    const now = await shown();
    expect(now.notebook.cells).toHaveLength(8);
    expect(now.stages.flatMap(({ steps }) => steps.map(({ id, status }) => `${id} ${status}`))).toEqual([
      ...['read done', 'check done', 'fill done', 'drift done'],
    ]);
  });

  test('hears a service line by line and tells it what cells have printed, and the history in its own words', async () => {
    const { folder, plans, generates } = await project({
      planning: (asked) => {
        const said = calmly(asked);
        return asked.kind === 'check_step_goal' && 'json' in said
          ? { json: { targetAchieved: false, context_update: { variables: { seen: 1 } } } }
          : said;
      },
      generating: () => ({ lines: code('print("from the cell")') }),
    });
    const ended = await storyOf(stand(), await launched(folder));
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed', exitCode: 0 });
    expect(plans.asked.map(({ kind }) => kind)).toEqual([
      ...['check_stage_goal', 'check_step_goal', 'behavior_feedback', 'check_stage_goal', 'check_workflow_goal'],
    ]);
    const feedback = plans.asked[2]?.observation;
    expect(feedback?.location.current).toMatchObject({
      stage_id: 'only',
      step_id: 'one',
      behavior_id: 'behavior_001',
      behavior_iteration: 1,
    });
    expect(feedback?.context.effects.current).toEqual([{ codecell_id: 'cell-1', ok: true, output: 'from the cell\n' }]);
    expect(feedback?.context.variables).toEqual({ seen: 1 });
    expect(feedback?.context.FSM.history.map(({ event }) => event)).toEqual([
      ...['START_WORKFLOW', 'START_STEP', 'START_BEHAVIOR', 'START_ACTION', 'COMPLETE_ACTION', 'NEXT_ACTION'],
      ...['COMPLETE_ACTION', 'COMPLETE_BEHAVIOR'],
    ]);
    expect(generates.asked).toHaveLength(1);
    expect((await notebookOf(ended.runId)).cells).toMatchObject([
      { cell_type: 'code', source: 'print("from the cell")', outputs: [{ name: 'stdout', text: 'from the cell\n' }] },
    ]);
  });

  test.each<[string, Setting, RegExp]>([
    [
      'half a line',
      { generating: () => ({ text: '{"action": {"action": "add", "content": "x"}}\n{"action": {"acti' }) },
      /GENERATING_FAILED: Generating's answer cannot be used: the answer breaks off in the middle of a line, after action 1 \(asked 2 times\)/,
    ],
    [
      'an unknown action',
      { generating: () => ({ json: { actions: [{ action: 'dance' }] } }) },
      /action 1 is unknown: "dance"; known are add and exec/,
    ],
    [
      'a stream that never ends',
      { generating: () => ({ endless: '{"action": {"action": "add", "content": "more"}}' }) },
      /the stream has more than 200 actions and does not end/,
    ],
    [
      'a cell that is not there',
      { generating: () => ({ lines: [{ action: { action: 'exec', codecell_id: 'nothing' } }] }) },
      /ACTION_FAILED: action 1 of 1 executes a cell: there is no code cell nothing/,
    ],
    [
      'a cell that never ends',
      {
        generating: () => ({ lines: code('while True: pass') }),
        config: 'notebook: { kernel: plain, cell_within: 1s }\n',
      },
      /ACTION_FAILED: action 2 of 2 executes a cell: cell-1 stopped after 1 s/,
    ],
    [
      'a cell that ends its kernel',
      { generating: () => ({ lines: code('import os; os._exit(1)') }) },
      /the kernel is gone/,
    ],
    ['Planning that is down', { planning: () => ({ cut: true }) }, /PLANNING_UNAVAILABLE/],
    [
      'Planning that says nothing',
      { planning: () => ({ silent: true }), limits: 'silence: 500ms, tries: 1' },
      /silent for 0\.5 s/,
    ],
    [
      'Planning that babbles',
      { planning: () => ({ text: 'well, you know' }) },
      /PLANNING_FAILED: Planning answers no JSON: well/,
    ],
    ['Planning that is not there', { planning: () => ({ json: {}, status: 404 }) }, /PLANNING_FAILED: .* answers 404/],
    [
      'a target that is never achieved',
      { planning: () => ({ json: no }) },
      /TARGET_NOT_ACHIEVED: step target not achieved/,
    ],
  ])('with %s tries one recovery and gives up with the reason', async (_, services, reason) => {
    const ended = await story(services);
    expect(ended, ended.trace).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(ended.trace).toMatch(reason);
    expect(ended.trace).toMatch(/recovery 1 without a person/);
    expect(ended.trace).toMatch(/given up: nobody is there to ask/);
    expect(ended.report.last_error).not.toBeNull();
    expect((await notebookOf(ended.runId)).cells).toBeDefined();
  });

  test('with a cell that prints 100 MB keeps its beginning and its end, and goes on', async () => {
    const ended = await story({
      generating: () => ({ lines: code('for _ in range(100): print("x" * 1_000_000)\nprint("the end")') }),
    });
    expect(ended, ended.trace).toMatchObject({ outcome: 'completed' });
    expect(ended.trace).toMatch(/cell-1 gave 1 output, of which \d+(\.\d)? MB were left out/);
    const [cell] = (await notebookOf(ended.runId)).cells;
    expect(JSON.stringify(cell)).toMatch(/bytes left out.*the end/);
  });

  test('is re-synchronised with a Planning that stands elsewhere once, and begun again with one that stays there', async () => {
    let told = false;
    const lost = (asked: Asked): Reply => {
      if (told || asked.kind !== 'check_step_goal') return calmly(asked);
      told = true;
      const location = { current: { stage_id: 'only', step_id: 'two' } };
      return { status: 409, json: { targetAchieved: false, location } };
    };
    const found = await story({ planning: lost });
    expect(found.trace).toMatch(/START_BEHAVIOR: .*Planning stood elsewhere and was re-synchronised/);
    expect(found.outcome).toBe('completed');
    const stays = await story({
      planning: () => ({ json: { targetAchieved: false, location: { current: { stage_id: 'other' } } } }),
    });
    expect(stays.trace).toMatch(/OUT_OF_SYNC: Planning stands at other, this run does not/);
    expect(stays.trace).toMatch(/START_WORKFLOW: recovery 1/);
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

  test('waits for a person with an update, takes a yes only to what was shown, and is reset after its end', async () => {
    const { engine, pool } = stand();
    const { folder } = await project({
      planning: (asked) =>
        asked.kind === 'check_step_goal' && asked.observation.location.current.step_id === 'one'
          ? { json: { ...Object(no), context_update: { stage_steps_update: { steps: ['one', 'two'] } } } }
          : calmly(asked),
    });
    const id = await launched(folder, 'interactive');
    const say = (type: string, key: string, payload: { [field: string]: Json } = {}) =>
      send(engine, id, { type, key, actor: 'ada', payload: { by: 'ada', reason: '', ...payload } });
    await untilState(stand(), id, 'step_update_pending');
    const { proposal } = (await storedRun(pool, id)).envelope.context as unknown as { proposal: { id: string } };
    expect(await say('UPDATE_STEP_CONFIRMED', '1', { updateId: 'another' })).toMatchObject({ fate: 'refused' });
    expect(await say('UPDATE_STEP_CONFIRMED', '2', { updateId: proposal.id })).toMatchObject({ fate: 'applied' });
    await untilState(stand(), id, 'workflow_completed');
    expect(await say('RESET', '3')).toMatchObject({ fate: 'applied' });
    expect(await say('NEXT_STEP', '4')).toMatchObject({ fate: 'refused' });
    await send(engine, id, { type: engineEvent.abort, key: 'end', actor: 'ada', payload: { reason: 'enough' } });
    expect(await storyOf(stand(), id)).toMatchObject({ outcome: 'aborted', exitCode: 3 });
  });

  test('that is aborted while a cell is executed leaves no process behind', async () => {
    const id = await launched(
      (await project({ generating: () => ({ lines: code('import time; time.sleep(100)') }) })).folder,
    );
    await untilState(stand(), id, 'action_running');
    await send(stand().engine, id, {
      type: engineEvent.abort,
      key: 'stop',
      actor: 'ada',
      payload: { reason: 'enough' },
    });
    expect(await storyOf(stand(), id)).toMatchObject({ outcome: 'aborted', exitCode: 3 });
    expect(await findMarked(`kernel/${id}`)).toEqual([]);
  });
});

/** Planning that wants a second behavior in the step. */
function twoBehaviors(asked: Asked): Reply {
  const isFirst = Reflect.get(asked.observation.location.current, 'behavior_iteration') === 1;
  return asked.kind === 'behavior_feedback' && isFirst
    ? { json: { targetAchieved: false, transition: { continue_behaviors: true } } }
    : calmly(asked);
}

/** What a folder holds. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
      }),
  );
}
