import { afterAll } from 'vitest';
import type { Json } from '#lib/engine/json.ts';
import { type Asked, type Reply, type ScriptedService, scriptedService } from '#server/testing/workflow-services.ts';
import { repositoryOf } from './firmware.ts';
import { launch, type Story, standForFile, storyOf } from './kit.ts';

/** What Planning says of a target that is not achieved yet. */
export const no: Json = { targetAchieved: false };
const done: Json = { targetAchieved: true, transition: { continue_behaviors: false } };

/** Planning that lets each step have one behavior. */
export const calmly = ({ kind, observation }: Asked): Reply => ({
  json: kind === 'check_step_goal' || observation.context.FSM.state === 'stage_running' ? no : done,
});

/** Lines of Generating that add a cell with this code and execute it. */
export const code = (content: string, rest: object = {}) => [
  { action: { action: 'add', content, shot_type: 'action', ...rest } },
  { action: { action: 'exec', shot_type: 'action' } },
];

/** Two scripted services and a project that is steered by them. */
export interface Setting {
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

/** A notebook as far as tests look at it. */
export type Notebook = { cells: { cell_type: string; source: string; outputs?: Json[] }[] };

/** A stand of the test file's own on which workflows run side by side; their services live until the last one has ended. */
export function workflowStand() {
  const stand = standForFile();
  const scripted: ScriptedService[] = [];
  afterAll(async () => void (await Promise.all(scripted.map((one) => one.close()))));

  async function project({
    planning = calmly,
    generating,
    config = '',
    playbook,
    notebook,
    limits = 'silence: 10s, tries: 2',
  }: Setting) {
    const [plans, generates] = await Promise.all([
      scriptedService(planning),
      scriptedService(generating ?? (() => ({ lines: code('1 + 1') }))),
    ]);
    scripted.push(plans, generates);
    const folder = repositoryOf({
      'firmloop.yaml': [
        'machine: staged-workflow',
        'goal: Try it.',
        ...Object.entries({ planning: plans, generating: generates }).map(
          ([name, { url }]) => `${name}: { use: service, url: "${url}", timeout: 30s, ${limits} }`,
        ),
        'workflow: [{ id: only, goal: all, steps: [{ id: one, goal: some }] }]',
        ...(playbook === undefined ? [] : ['answers: { use: playbook, file: playbook.yaml }']),
        config.includes('notebook') ? config : `notebook: { kernel: plain }\n${config}`,
      ].join('\n'),
      'playbook.yaml': playbook ?? '',
      'notes.txt': 'x\n',
      ...(notebook && { 'workflow.ipynb': JSON.stringify(notebook) }),
    });
    return { folder, plans, generates };
  }

  async function launched(folder: string, mode: 'ci' | 'interactive' = 'ci'): Promise<string> {
    return await launch(stand(), folder, { mode });
  }

  /** Runs a workflow on these services to its end. */
  async function story(services: Setting): Promise<Story> {
    return await storyOf(stand(), await launched((await project(services)).folder));
  }

  /** The notebook that a run has stored last. */
  async function notebookOf(runId: string): Promise<Notebook> {
    const { rows } = await stand().pool.query(
      `SELECT convert_from(string_agg(c.data, '' ORDER BY c.n), 'UTF8') AS text FROM run_artifact a JOIN artifact_chunk c ON c.hash = a.hash
       WHERE a.run_id = $1 AND a.name LIKE '%.ipynb' GROUP BY a.hash, a.created_at ORDER BY a.created_at DESC LIMIT 1`,
      [runId],
    );
    return JSON.parse((rows[0] as { text: string }).text);
  }

  return { stand, project, launched, story, notebookOf };
}

/** Planning that wants a second behavior in the step. */
export function twoBehaviors(asked: Asked): Reply {
  const isFirst = Reflect.get(asked.observation.location.current, 'behavior_iteration') === 1;
  return asked.kind === 'behavior_feedback' && isFirst
    ? { json: { targetAchieved: false, transition: { continue_behaviors: true } } }
    : calmly(asked);
}
