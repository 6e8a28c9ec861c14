import { CopyableId } from '#components/ui/copyable-id.tsx';
import { cx } from '#components/ui/cx.ts';
import { Elapsed } from '#components/ui/elapsed.tsx';
import { Link } from '#components/ui/link.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { RunControls, type RunControlsProps } from './run-controls.tsx';
import { lifeMark } from './run-life.ts';

/** Whether the page receives changes: not yet, now, or not any more. */
export type Connection = 'connecting' | 'live' | 'reconnecting';

export type RunHeaderProps = RunControlsProps & {
  connection: Connection;
  /** The page shows the run as it stood once. */
  past: boolean;
};

/** Where the run is, whether it gets better, and what can be done about it. */
export function RunHeader({ run, connection, past, ...controls }: RunHeaderProps) {
  'use memo';
  const life = lifeMark(run.life);
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-semibold text-xl">
          {run.project} <span className="tabular font-medium text-ink-muted">#{run.number}</span>
        </h1>
        {run.life.status !== 'ended' && (
          <ToneMark tone={run.stateTone} variant="pill" mono>
            {run.state}
          </ToneMark>
        )}
        <ToneMark
          tone={life.tone}
          mono={run.life.status === 'ended'}
          variant={run.life.status === 'ended' ? 'pill' : 'plain'}
        >
          {life.word}
        </ToneMark>
        {run.life.status === 'waiting' && (
          <span className="text-ink-muted text-sm">
            for <Elapsed since={run.life.since} />
          </span>
        )}
        {past && (
          <ToneMark tone="attention" variant="pill">
            the past
          </ToneMark>
        )}
        {!past && run.life.status !== 'ended' && <LiveMark connection={connection} />}
        <div className="ml-auto max-md:ml-0">
          <RunControls run={run} {...controls} />
        </div>
      </div>
      <p className="text-base">
        <span className="text-ink-muted">goal: </span>
        <SafeText text={run.goal} limit={280} />
      </p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm [&>div]:flex [&>div]:items-center [&>div]:gap-1.5 [&_dt]:text-ink-muted">
        {run.maxIterations !== undefined && (
          <div>
            <dt>iteration</dt>
            <dd className="tabular">
              {run.iteration} of {run.maxIterations}
            </dd>
          </div>
        )}
        {run.signal && (
          <div>
            <dt className="sr-only">convergence</dt>
            <dd className="flex flex-wrap items-center gap-x-1.5">
              <ToneMark tone={run.signal.tone} mono>
                {run.signal.word}
              </ToneMark>
              <span className="text-ink-muted">{run.signal.detail}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>time</dt>
          <dd>
            <Elapsed since={run.startedAt} until={run.endedAt} />
          </dd>
        </div>
        <div>
          <dt>started</dt>
          <dd>
            <RelativeTime at={run.startedAt} /> by <SafeText text={run.startedBy} limit={40} />
          </dd>
        </div>
        <div>
          <dt>mode</dt>
          <dd className="tabular">{run.mode}</dd>
        </div>
        {run.forkedFrom !== null && (
          <div>
            <dt>forked from</dt>
            <dd className="tabular">
              <Link href={`/runs/${run.forkedFrom}`}>#{run.forkedFrom}</Link>
            </dd>
          </div>
        )}
        {run.pin !== null && (
          <div>
            <dt>pinned</dt>
            <dd>
              <RelativeTime at={run.pin.at} /> by <SafeText text={run.pin.by} limit={40} />
              {run.pin.why !== '' && (
                <>
                  : <SafeText text={run.pin.why} limit={120} />
                </>
              )}
            </dd>
          </div>
        )}
        {run.branch !== undefined && (
          <div className="max-md:hidden">
            <dt>branch</dt>
            <dd className="tabular max-w-72 truncate">{run.branch}</dd>
          </div>
        )}
        <div>
          <dt>id</dt>
          <dd>
            <CopyableId id={run.id} label="run id" />
          </dd>
        </div>
      </dl>
    </header>
  );
}

const dots = {
  connecting: 'border border-line-strong',
  live: 'bg-good',
  reconnecting: 'border border-attention',
} as const satisfies Record<Connection, string>;

function LiveMark({ connection }: { connection: Connection }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <span aria-hidden className={cx('size-2 rounded-full', dots[connection])} />
      {connection}
    </span>
  );
}
