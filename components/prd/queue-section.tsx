import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { counted } from '#lib/format/count.ts';
import type { ProgressReport, SessionProgress, TaskProgress } from '#lib/prd/progress.ts';
import { blockedFace, taskFaces } from './task-face.ts';

export interface QueueSectionProps {
  readonly progress: SessionProgress;
  /** Automatic fixes in a row before a person is needed. */
  readonly mostAttempts: number;
}

/** How far is the session: what became of each task as it was measured, and beside it what was reported. */
export function QueueSection({ progress, mostAttempts }: QueueSectionProps) {
  const { tasks, done, auto_fix_attempts, last_checkpoint, reports } = progress;
  return (
    <Section
      title="Tasks"
      aside={
        <>
          {done} of {counted(tasks.length, 'task')} done
          {last_checkpoint !== null && (
            <>
              , last checkpoint <code className="tabular">{last_checkpoint}</code>
            </>
          )}
        </>
      }
    >
      <progress
        value={done}
        max={tasks.length}
        aria-label="Tasks done"
        className="h-1.5 w-full appearance-none overflow-hidden rounded-sm bg-sunken [&::-moz-progress-bar]:bg-good [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-good"
      />
      <ol className="flex flex-col border-line border-y">
        {tasks.map((task, at) => (
          <TaskRow
            key={task.task_id}
            number={at + 1}
            task={task}
            isBlocked={progress.task_status === 'BLOCKED'}
            fixing={
              task.status === 'in_progress' && auto_fix_attempts > 0
                ? `fix ${auto_fix_attempts} of ${mostAttempts}`
                : null
            }
          />
        ))}
      </ol>
      {reports.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-sm">
          {reports.slice(0, 5).map((report) => (
            <li key={report.at}>
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface TaskRowProps {
  readonly number: number;
  readonly task: TaskProgress;
  readonly isBlocked: boolean;
  /** Which automatic fix is being tried. */
  readonly fixing: string | null;
}

function TaskRow({ number, task, isBlocked, fixing }: TaskRowProps) {
  const { task_id, title, status, fixes, failure, reported } = task;
  const { tone, word } = isBlocked && status === 'in_progress' ? blockedFace : taskFaces[status];
  return (
    <li
      aria-current={status === 'in_progress' ? 'step' : undefined}
      className="flex min-w-0 flex-col gap-0.5 border-line border-b py-1.5 last:border-b-0"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="tabular text-ink-muted text-sm">{number}</span>
        <span className="min-w-0 flex-1">
          <SafeText text={title} /> <code className="tabular text-ink-faint text-xs">{task_id}</code>
        </span>
        {fixes > 0 && <span className="text-ink-muted text-sm">{counted(fixes, 'fix', 'fixes')}</span>}
        <ToneMark tone={fixing === null ? tone : 'attention'}>{fixing ?? word}</ToneMark>
      </div>
      {failure !== null && (
        <p className="wrap-anywhere pl-5 text-bad text-sm">
          <SafeText text={failure} limit={300} />
        </p>
      )}
      {reported !== null && (
        <div className="pl-5 text-sm">
          <Report report={reported} />
        </div>
      )}
    </li>
  );
}

/** What somebody says of it: a claim, and said to be one. */
function Report({ report }: { report: ProgressReport }) {
  const { by, status, percent, note, at } = report;
  const said = [status?.replace('_', ' '), percent === null ? null : `${percent} %`, note].filter(Boolean).join(', ');
  return (
    <p className="wrap-anywhere text-ink-muted">
      <SafeText text={by} /> reports <RelativeTime at={at} />: <SafeText text={said === '' ? 'nothing new' : said} />
    </p>
  );
}
