import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import type { Services } from '#server/api/services.ts';
import { readWorkflow } from '#server/api/workflows/read-workflow.ts';
import { workflowView } from '#server/api/workflows/workflow-view.ts';
import { createArtifactStore } from '#server/artifacts/artifact-store.ts';
import { createRedaction } from '#server/artifacts/redaction.ts';
import { replayRun } from '#server/engine/replay-run.ts';
import { send } from '#server/engine/send.ts';
import { finaliseRun } from '#server/finalise/finalise-run.ts';
import { findMarked } from '#server/process/marker-sweep.ts';
import { runsToFinalise } from '#server/store/finalise-rows.ts';
import { runPage } from '#server/store/pages/run-page.ts';
import { storedRun } from '#server/store/stored-run.ts';
import { eventually } from '#server/testing/eventually.ts';
import { abortRun } from './abort-run.ts';
import { repositoryOf } from './firmware.ts';
import { storyOf, untilState, userGit } from './kit.ts';
import { calmly, code, no, workflowStand } from './workflow-stand.ts';

const { launched, notebookOf, project, stand } = workflowStand();
const example = new URL('../../examples/sensor-report', import.meta.url).pathname;

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
    expect(await abortRun(stand(), id)).toMatchObject({ outcome: 'aborted', exitCode: 3 });
  });
});

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
