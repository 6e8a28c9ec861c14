import { describe, expect, test } from 'vitest';
import { forkRun } from '#server/engine/fork-run.ts';
import { send } from '#server/engine/send.ts';
import { eventually } from '#server/testing/eventually.ts';
import { firmware, projectFile } from './firmware.ts';
import { launch, play, printed, standForFile, storyOf, untilTrace } from './kit.ts';

const stand = standForFile();
const asks = projectFile.replace(/^agents:.*$/m, 'agents: [{ use: playbook, file: playbook.yaml }]');

const analysis = `  - task: analyse
    times: always
    answer: { hypotheses: [b is zero], files: [src/registers], confidence: 0.9, summary: b is zero }
`;

/** The shell firmware with an agent that says this. */
function scripted(steps: string): string {
  return firmware({ files: { 'firmloop.yaml': asks, 'playbook.yaml': `version: 1\nsteps:\n${analysis}${steps}` } });
}

const sets = (edits: string) => `  - task: propose\n    answer: { summary: sets registers }\n${edits}`;
const good = sets(`    edits:\n      - { file: src/registers, content: "a=1\\nb=1\\nc=1\\n" }\n`);

describe.concurrent('an agent that is a playbook', { timeout: 180_000 }, () => {
  test('mends the firmware by edits and commands, and every call is written down', async () => {
    const folder = scripted(
      sets(`    edits: [{ file: src/registers, find: 'b=0', replace: 'b=1' }]\n    says: [looking]\n`) +
        sets(`    commands: ["sed -i s/c=0/c=1/ src/registers", "git commit -qam mine", "rm -rf .git"]\n`),
    );
    const story = await play(stand(), folder);
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/1 hypothesis at confidence 90\.0.%: b is zero/);
    const { rows } = await stand().pool.query(
      `SELECT task, agent, outcome, money, output::int AS output FROM agent_call WHERE run_id = $1 ORDER BY started_at`,
      [story.runId],
    );
    expect(rows.map(({ task }) => task)).toEqual(['analyse', 'propose', 'analyse', 'propose']);
    expect(rows[1]).toEqual({ task: 'propose', agent: 'playbook', outcome: 'answered', money: 0, output: 0 });
  });

  test.each<[string, string, RegExp]>([
    ['has no steps left', '', /has no more steps for propose \(0 used\)/],
    ['gives up', '  - task: propose\n    gives_up: out of ideas\n', /out of ideas/],
    ['changes nothing', sets(''), /the patch is empty: playbook changed no file/],
    ['fails at a command', sets('    commands: ["exit 3"]\n'), /`exit 3`: .*3/],
    [
      'edits what is not there',
      sets('    edits: [{ file: src/registers, find: zz, replace: y }]\n'),
      /does not stand there/,
    ],
    ['writes outside', sets('    edits: [{ file: ../x, content: y }]\n'), /is not a path inside the project/],
  ])('that %s ends the run with that reason', async (_, steps, says) => {
    const story = await play(stand(), scripted(steps));
    expect(story.outcome, story.trace).toBe('FAILURE');
    expect(story.trace).toMatch(says);
  });

  test('with a mistake names the line of it', async () => {
    const folder = firmware({
      files: { 'firmloop.yaml': asks, 'playbook.yaml': 'version: 1\nsteps:\n  - task: dance\n' },
    });
    await expect(launch(stand(), folder)).rejects.toThrow(/playbook\.yaml:3:11: .*there is no task `dance`/);
  });

  test('is asked again after an answer that cannot be read', async () => {
    const story = await play(stand(), scripted(`  - task: propose\n    unreadable: blah\n${good}`));
    expect(story.outcome, story.trace).toBe('SUCCESS');
    expect(story.trace).toMatch(/the answer cannot be read: blah/);
  });

  test('goes on in a fork where it stood when the fork was made', async () => {
    const mending = (from: string) =>
      sets(`    edits: [{ file: src/registers, find: '${from}=0', replace: '${from}=1' }]\n`);
    const parent = await play(stand(), scripted(mending('b') + mending('c')));
    const { rows } = await stand().pool.query(
      `SELECT event_seq AS seq FROM transition WHERE run_id = $1 AND iteration = 2 AND to_state LIKE 'CODE_ANALYSIS.%' ORDER BY seq LIMIT 1`,
      [parent.runId],
    );
    const fork = { runId: parent.runId, atSeq: rows[0].seq, by: 'ada', reason: 'try again', commandId: 'fork' };
    const { id } = await forkRun(stand().engine, fork);
    const story = await storyOf(stand(), id);
    expect(story.outcome, story.trace).toBe('SUCCESS');
  });

  test('is cancelled with its run, and its call says so', async () => {
    const folder = scripted(
      `  - task: propose\n    answer: { summary: late }\n    commands: ["sleep 300 & sleep 300"]\n`,
    );
    const runId = await launch(stand(), folder);
    await untilTrace(stand(), runId, /-> PATCH_GENERATION/);
    await eventually('its command runs', async () => (await printed(stand(), runId)).includes('$ sleep 300'));
    const begin = performance.now();
    const abort = { type: 'engine.abort', payload: { reason: 'enough' }, key: 'abort', actor: 'eve' };
    await send(stand().engine, runId, abort);
    const story = await storyOf(stand(), runId);
    expect(story.outcome, story.trace).toBe('ABORTED');
    expect(performance.now() - begin).toBeLessThan(5_000);
    const { rows } = await stand().pool.query(`SELECT outcome FROM agent_call WHERE run_id = $1 AND task = 'propose'`, [
      runId,
    ]);
    expect(rows).toEqual([{ outcome: 'cancelled' }]);
  });
});
