import type { ControlAvailability, ControlKind } from '#components/run/steer-types.ts';
import type { Command } from '#components/shell/types.ts';

/** The parts of the page below the strip, in order. */
export const tabs = ['iteration', 'trace', 'logs', 'artifacts', 'cost'] as const;
export type TabId = (typeof tabs)[number];

/** Only the loop measures tests, iteration by iteration: that is looked at first, else the trace. */
export function firstTabOf(machine: string): TabId {
  return machine === 'firmware-loop' ? 'iteration' : 'trace';
}

const controls = {
  pause: 'Pause run',
  resume: 'Resume run',
  message: 'Message the agent',
  limits: 'Change criteria and limits',
  patch: 'Submit a patch',
  'roll-back': 'Roll back',
  'switch-strategy': 'Switch strategy',
  'run-again': 'Run tests again',
  accept: 'Accept as it is',
  fork: 'Fork from here',
  pin: 'Pin run',
  unpin: 'Unpin run',
  abort: 'Abort run',
} satisfies Record<ControlKind, string>;

const views = {
  iteration: 'Show the iteration',
  trace: 'Show the trace',
  logs: 'Show the logs',
  artifacts: 'Show the artifacts',
  cost: 'Show the cost',
} satisfies Record<TabId, string>;

type Deps = {
  unavailable: ControlAvailability;
  onOpen: (kind: ControlKind) => void;
  onTab: (id: TabId) => void;
  onNow: () => void;
};

/** What the palette can do on a run's page: the controls that apply now, and the way around. */
export function runCommands({ unavailable, onOpen, onTab, onNow }: Deps): Command[] {
  const kinds = (Object.keys(controls) as ControlKind[]).filter((kind) => unavailable[kind] === undefined);
  return [
    ...kinds.map((kind) => ({ id: kind, group: 'This run', label: controls[kind], run: () => onOpen(kind) })),
    ...tabs.map((id) => ({ id: `tab ${id}`, group: 'This run', label: views[id], run: () => onTab(id) })),
    { id: 'now', group: 'This run', label: 'Back to now', keywords: ['time travel'], run: onNow },
  ];
}
