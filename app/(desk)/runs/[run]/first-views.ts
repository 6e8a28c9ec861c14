import { asSent } from '../../../_lib/as-sent.ts';
import type { api } from '../../../_lib/session.ts';
import type { Outputs } from '../../../_lib/trpc.ts';

/** What the panel of a run's machine shows, as it came with the page. */
export interface FirstViews {
  /** The transition that the run is looked at after. */
  readonly at?: number;
  readonly prd?: Outputs['prd']['view'];
  readonly sessions?: Outputs['sessions']['view'];
  readonly workflows?: Outputs['workflows']['view'];
  readonly tasks?: Outputs['tasks']['view'];
}

type Api = Awaited<ReturnType<typeof api>>;
type Asked = { runId: string; at?: number };
type Read = (api: Api, asked: Asked) => Promise<FirstViews>;

const views: Readonly<Record<string, Read>> = {
  'prd-agent': async (api, asked) => ({ prd: asSent(await api.prd.view(asked)) }),
  'brain-session': async (api, asked) => ({ sessions: asSent(await api.sessions.view(asked)) }),
  'staged-workflow': async (api, asked) => ({ workflows: asSent(await api.workflows.view(asked)) }),
  'task-orchestrator': async (api, asked) => ({ tasks: asSent(await api.tasks.view(asked)) }),
};

/** Reads it; nothing for a machine whose panel shows what is in the page. */
export async function firstViewsOf(api: Api, machine: string, { runId, at }: Asked): Promise<FirstViews | undefined> {
  const moment = at === undefined ? {} : { at };
  const read = views[machine];
  return read === undefined ? undefined : { ...moment, ...(await read(api, { runId, ...moment })) };
}
