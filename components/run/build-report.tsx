import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import type { Tone } from '#components/ui/tone.ts';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { duration } from '#lib/format/duration.ts';
import type { BuildReport as Build, BuildMessage } from './iteration-types.ts';

export type BuildReportProps = {
  build: Build;
  /** Where a message's line is seen in the patch; undefined for a file that the patch leaves alone. */
  placeHref: (file: string, line: number) => string | undefined;
};

const outcomes = { succeeded: 'good', failed: 'bad', reused: 'idle' } as const satisfies Record<Build['status'], Tone>;
const severities = { error: 'bad', warning: 'attention', note: 'idle' } as const satisfies Record<
  BuildMessage['severity'],
  Tone
>;

/** How the build went, and what the compiler said. */
export function BuildReport({ build, placeHref }: BuildReportProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ToneMark tone={outcomes[build.status]}>{build.status}</ToneMark>
        <code className="tabular min-w-0 wrap-anywhere">
          <SafeText text={build.command} limit={200} />
        </code>
        <span className="tabular text-ink-muted">{duration(build.duration)}</span>
        {build.exitCode !== null && <span className="tabular text-ink-muted">exit {build.exitCode}</span>}
        <Link href={build.logHref}>log</Link>
      </p>
      {build.messages.length > 0 && (
        <ul className="flex flex-col border-line border-y">
          {build.messages.map((message) => (
            <li
              key={`${message.file}:${message.line} ${message.text}`}
              className="flex gap-3 border-line border-b py-1 last:border-b-0 max-md:flex-col max-md:gap-0"
            >
              <ToneMark tone={severities[message.severity]} className="w-24 shrink-0">
                {message.severity}
              </ToneMark>
              <span className="min-w-0 flex-1">
                <SafeText text={message.text} />
              </span>
              <Place
                message={message}
                href={message.line === null ? undefined : placeHref(message.file, message.line)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Place({ message: { file, line }, href }: { message: BuildMessage; href: string | undefined }) {
  const words = line === null ? file : `${file}:${line}`;
  if (href === undefined) return <span className="tabular shrink-0 text-ink-muted">{words}</span>;
  return (
    <Link href={href} scroll={false} className="tabular shrink-0">
      {words}
    </Link>
  );
}
