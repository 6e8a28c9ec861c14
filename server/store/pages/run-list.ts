import type { Pool } from 'pg';
import type { Json } from '#lib/engine/json.ts';
import { likeness } from '../likeness.ts';

/** Which part of their life runs are in; `waiting` ones wait for a person or a board. */
export const runShows = ['all', 'live', 'waiting', 'ended'] as const;
export type RunShow = (typeof runShows)[number];

export interface RunListFilter {
  readonly limit: number;
  /** Runs with a smaller number. */
  readonly before?: number | undefined;
  /** Runs with a greater number, the nearest of them. */
  readonly after?: number | undefined;
  readonly show?: RunShow | undefined;
  /** A state of live runs, sub-states included. */
  readonly state?: string | undefined;
  readonly outcome?: string | undefined;
  readonly projectId?: string | undefined;
  /** Name of an agent that the run may ask. */
  readonly agent?: string | undefined;
  /** A part of the goal or the project's name, or a number as in `142`, `#142` and `thermostat #142`. */
  readonly text?: string | undefined;
  /** Only runs that stand in none of these states. */
  readonly notIn?: readonly KnownStates[] | undefined;
  /** Projects that the reader may see; null for all. */
  readonly projectIds: readonly string[] | null;
}

/** The states of one version of a machine, dotted paths. */
interface KnownStates {
  readonly machine: string;
  readonly version: number;
  readonly states: readonly string[];
}

/** A run as a row shows it. Of its input and snapshot only what the row needs. */
export interface RunListRow {
  readonly id: string;
  readonly number: number;
  readonly machine: string;
  readonly machineVersion: number;
  /** The state as the machine's snapshot has it. */
  readonly stateValue: Json;
  readonly title: string;
  readonly state: string;
  readonly status: string;
  readonly iteration: number;
  readonly outcome: string | null;
  readonly input: unknown;
  readonly createdAt: Date;
  readonly waitingSince: Date | null;
  readonly finishedAt: Date | null;
  readonly project: { readonly id: string; readonly name: string };
}

/** Runs, newest first. */
export async function runList(pool: Pool, filter: RunListFilter): Promise<RunListRow[]> {
  const { conditions, values } = conditionsOf(filter, await projectsNamed(pool, filter.text));
  const forward = filter.after !== undefined;
  const { rows } = await pool.query(
    `SELECT run.id, run.number, run.machine, run.machine_version AS "machineVersion", run.snapshot->'value' AS "stateValue", run.title, run.state, run.status, run.iteration, run.outcome,
       jsonb_build_object('mode', input->'mode', 'criteria', coalesce(${settings('criteria')}, input->'criteria'),
         'limits', jsonb_build_object('max_iterations', coalesce(${settings('limits,max_iterations')}, input #> '{limits,max_iterations}'))) AS input,
       run.created_at AS "createdAt", run.waiting_since AS "waitingSince", run.finished_at AS "finishedAt",
       jsonb_build_object('id', project.id, 'name', project.name) AS project
     FROM run JOIN project ON project.id = run.project_id
     ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
     ORDER BY run.number ${forward ? 'ASC' : 'DESC'} LIMIT ${filter.limit}`,
    values,
  );
  return forward ? rows.reverse() : (rows as RunListRow[]);
}

/** What holds for the run now, where its machine keeps settings. */
function settings(path: string): string {
  return `run.snapshot #> '{context,settings,${path}}'`;
}

const shown = {
  all: [],
  live: [`run.status <> 'finished'`],
  waiting: [`run.status <> 'finished'`, `run.status = 'waiting'`],
  ended: ['run.outcome IS NOT NULL'],
} as const satisfies Record<RunShow, readonly string[]>;

function conditionsOf(filter: RunListFilter, named: readonly string[]): { conditions: string[]; values: unknown[] } {
  const { before, after, show = 'all', state, outcome, projectId, agent, text, notIn, projectIds } = filter;
  const values: unknown[] = [];
  const value = (of: unknown): string => `$${values.push(of)}`;
  const conditions = [
    ...shown[show],
    ...(before === undefined ? [] : [`run.number < ${value(before)}`]),
    ...(after === undefined ? [] : [`run.number > ${value(after)}`]),
    ...(state === undefined ? [] : [`run.status <> 'finished'`, `split_part(run.state, '.', 1) = ${value(state)}`]),
    ...(outcome === undefined ? [] : [`run.outcome = ${value(outcome)}`]),
    ...(projectId === undefined ? [] : [`run.project_id = ${value(projectId)}::uuid`]),
    ...(notIn === undefined ? [] : [outsideOf(value(JSON.stringify(notIn)))]),
    ...(projectIds === null ? [] : [`run.project_id = ANY(${value(projectIds)}::uuid[])`]),
    ...(agent === undefined ? [] : [`run_agents(run.input) @> ARRAY[${value(agent)}]`]),
    ...(text === undefined || text.trim() === '' ? [] : [textCondition(text.trim(), named, value)]),
  ];
  return { conditions, values };
}

function outsideOf(known: string): string {
  return `NOT EXISTS (SELECT FROM jsonb_to_recordset(${known}::jsonb) AS known(machine text, version int, states jsonb)
    WHERE known.machine = run.machine AND known.version = run.machine_version AND known.states ? run.state)`;
}

function textCondition(text: string, named: readonly string[], value: (of: unknown) => string): string {
  // Digits that other words end with are part of what they say.
  const [, number] = /(?:^#?|\s#)(\d{1,9})$/.exec(text) ?? [];
  return `(${[
    `run.title ILIKE ${value(likeness(text))}`,
    ...(named.length === 0 ? [] : [`run.project_id = ANY(${value(named)}::uuid[])`]),
    ...(number === undefined ? [] : [`run.number = ${value(Number(number))}`]),
  ].join(' OR ')})`;
}

/** Projects whose name has the text in it: looked up first, so that each half of the search can use its own index. */
async function projectsNamed(pool: Pool, text: string | undefined): Promise<string[]> {
  if (text === undefined || text.trim() === '') return [];
  const { rows } = await pool.query('SELECT id FROM project WHERE name ILIKE $1 ORDER BY id LIMIT 1000', [
    likeness(text.trim()),
  ]);
  return (rows as { id: string }[]).map(({ id }) => id);
}
