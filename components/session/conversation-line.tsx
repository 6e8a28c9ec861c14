import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { type Line, signalTones } from './types.ts';

/** Who speaks in a line, by its kind. */
const speakers: Readonly<Record<string, string>> = {
  instruction: 'brain',
  text: 'session',
  tool: 'tool',
  result: 'tool',
  signal: 'signal',
  question: 'brain',
  answer: 'judge',
  check: 'check',
  summary: 'summary',
};

const isCode = (kind: string): boolean => kind === 'tool' || kind === 'result';

/** One line of a conversation: who, what, and when. */
export function ConversationLine({ line }: { readonly line: Line }) {
  const { kind, subject, text, href, at } = line;
  if (kind === 'signal')
    return (
      <li className="flex min-w-0 items-baseline gap-2 py-1 text-sm">
        <ToneMark tone={signalTones[subject] ?? 'idle'} variant="pill" mono>
          {subject}
        </ToneMark>
        <span className="min-w-0 flex-1 text-ink-muted text-xs">
          <SafeText text={text} limit={160} />
        </span>
      </li>
    );
  return (
    <li
      className={`flex min-w-0 flex-col gap-0.5 py-1.5 ${kind === 'instruction' ? 'border-busy-line border-l-2 pl-2' : ''}`}
    >
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-ink-muted text-xs">
        <span className="font-medium">{speakers[kind] ?? kind}</span>
        {subject !== '' && <Subject kind={kind} subject={subject} />}
        <span className="ml-auto">
          <RelativeTime at={at} />
        </span>
      </p>
      {text !== '' && (
        <div className={isCode(kind) ? 'tabular whitespace-pre-wrap text-xs' : 'whitespace-pre-line text-sm'}>
          <SafeText text={text} limit={isCode(kind) ? 300 : 800} />
        </div>
      )}
      {href !== null && (
        <a href={href} className="self-start text-busy text-xs underline">
          {kind === 'question' ? 'Read what it saw' : 'Read it whole'}
        </a>
      )}
    </li>
  );
}

function Subject({ kind, subject }: { kind: string; subject: string }) {
  const tone = kind === 'answer' ? (signalTones[subject] ?? 'idle') : null;
  return tone === null ? (
    <code>{subject}</code>
  ) : (
    <ToneMark tone={tone} mono className="text-xs">
      {subject}
    </ToneMark>
  );
}
