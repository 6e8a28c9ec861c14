import type { AgentConfig } from '#lib/config/sections/agents.ts';

/** What this release has of the agents that a project file may name. Apart from their code: a page asks without carrying it. */
const installed = {
  patches: true,
  search: true,
  playbook: true,
  http: true,
  llm: true,
  cli: true,
} as const satisfies Record<AgentConfig['use'], boolean>;

export type InstalledAgent = {
  [Use in keyof typeof installed]: (typeof installed)[Use] extends true ? Use : never;
}[keyof typeof installed];

/** Kinds of agent that a run can be launched with. */
export const installedAgents: readonly string[] = Object.entries(installed).flatMap(([use, there]) =>
  there ? [use] : [],
);
