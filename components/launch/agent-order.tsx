'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import type { LaunchOption } from './types.ts';

export type AgentOrderProps = {
  /** Missing until the project's file has been read. */
  agents: readonly LaunchOption[] | undefined;
  /** Names in order; none means all of the file in its order. */
  chosen: readonly string[];
  error?: string | undefined;
  onChange: (agents: readonly string[]) => void;
};

/** Who proposes patches: the first begins, the others are the strategies that a run can switch to. */
export function AgentOrder({ agents: offered, chosen, error, onChange }: AgentOrderProps) {
  const agents = offered ?? [];
  const order = chosen.length > 0 ? chosen : agents.map(({ name }) => name);
  const rows = [
    ...order.flatMap((name) => agents.find((agent) => agent.name === name) ?? []),
    ...agents.filter(({ name }) => !order.includes(name)),
  ];
  const change = (next: readonly string[]) => onChange(isAll(next, agents) ? [] : next);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1 sm:col-span-2">
      <legend className="mb-1 font-medium text-sm">Agents and strategies</legend>
      {offered === undefined && <SkeletonRows rows={2} label="Reading the project file" />}
      {offered?.length === 0 && (
        <p className="text-ink-muted text-sm">They are shown when the project file can be read.</p>
      )}
      <ol className="flex flex-col border-line border-y empty:hidden">
        {rows.map(({ name, kind, isUsable }) => {
          const at = order.indexOf(name);
          return (
            <li key={name} className="flex min-h-9 items-center gap-2 border-line border-b px-1 last:border-b-0">
              <label className="flex min-w-0 flex-1 items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  className="accent-ink"
                  checked={at >= 0}
                  disabled={at >= 0 && order.length === 1}
                  onChange={(event) =>
                    change(event.target.checked ? [...order, name] : order.filter((other) => other !== name))
                  }
                />
                <span className="tabular min-w-0 truncate">
                  <ClippedText text={name} limit={80} />
                </span>
                <span className="shrink-0 text-ink-muted text-xs">
                  {name === kind ? '' : `${kind}, `}
                  {roleOf(at)}
                  {isUsable ? '' : ', not installed'}
                </span>
              </label>
              {at >= 0 && order.length > 1 && (
                <span className="flex">
                  <IconButton
                    icon={ArrowUp}
                    label={`Ask ${name} earlier`}
                    disabled={at === 0}
                    onClick={() => change(moved(order, at, at - 1))}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Ask ${name} later`}
                    disabled={at === order.length - 1}
                    onClick={() => change(moved(order, at, at + 1))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {error === undefined ? (
        <p className="text-ink-muted text-xs">
          The first begins; when improvement stops, the run can switch to the next one.
        </p>
      ) : (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function roleOf(at: number): string {
  if (at < 0) return 'not asked';
  return at === 0 ? 'begins' : `strategy ${at + 1}`;
}

function moved(order: readonly string[], from: number, to: number): readonly string[] {
  const name = order[from];
  return name === undefined ? order : order.toSpliced(from, 1).toSpliced(to, 0, name);
}

function isAll(order: readonly string[], agents: readonly LaunchOption[]): boolean {
  return order.length === agents.length && agents.every(({ name }, at) => order[at] === name);
}
