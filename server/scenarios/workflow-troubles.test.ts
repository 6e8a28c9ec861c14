import { describe, expect, test } from 'vitest';
import type { Asked, Reply } from '#server/testing/workflow-services.ts';
import { calmly, code, no, type Setting, workflowStand } from './workflow-stand.ts';

const { notebookOf, story } = workflowStand();

describe.concurrent('a workflow', { timeout: 120_000 }, () => {
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
});
