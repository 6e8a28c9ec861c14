import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { type Line, signalTones } from './types.ts';

/** Who speaks in a line, and how much of it is shown before the rest must be asked for, by its kind. */
const kinds: Readonly<Record<string, { readonly speaker: string; readonly limit: number }>> = {
  instruction: { speaker: 'brain', limit: 800 },
  text: { speaker: 'session', limit: 800 },
  tool: { speaker: 'tool', limit: 300 },
  result: { speaker: 'tool', limit: 300 },
  question: { speaker: 'brain', limit: 300 },
  answer: { speaker: 'judge', limit: 800 },
  check: { speaker: 'check', limit: 300 },
  summary: { speaker: 'summary', limit: 800 },
};
const other = { speaker: '', limit: 300 };

/** One line of a conversation: who, what, and when. */
export function ConversationLine({ line }: { readonly line: Line }) {
  const { kind, subject, text, href, at, result } = line;
  if (kind === 'signal') return <SignalLine line={line} />;
  const { speaker, limit } = kinds[kind] ?? other;
  const isCode = kind === 'tool' || kind === 'result';
  return (
    <li
      className={`flex min-w-0 flex-col gap-0.5 py-1.5 ${kind === 'instruction' ? 'border-busy-line border-l-2 pl-2' : ''}`}
    >
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-ink-muted text-xs">
        <span className="font-medium">{speaker}</span>
        {subject !== '' && <Subject kind={kind} subject={subject} />}
        {result !== null && <Ending subject={result.subject} />}
        <span className="ml-auto">
          <RelativeTime at={at} />
        </span>
      </p>
      {text !== '' && (
        <div className={isCode ? 'tabular whitespace-pre-wrap text-xs' : 'whitespace-pre-line text-sm'}>
          <SafeText text={text} limit={limit} />
        </div>
      )}
      {result !== null && result.text.trim() !== '' && (
        <div className="tabular whitespace-pre-wrap border-line border-l-2 pl-2 text-ink-muted text-xs">
          <SafeText text={result.text.trim()} limit={300} />
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

/** A signal with what it was read from. */
function SignalLine({ line: { subject, text } }: { readonly line: Line }) {
  return (
    <li className="flex min-w-0 items-baseline gap-2 py-1 text-sm">
      <ToneMark tone={signalTones[subject] ?? 'idle'} variant="pill" mono className="shrink-0">
        {subject}
      </ToneMark>
      <span className="min-w-0 flex-1 text-ink-muted text-xs">
        <SafeText text={text} limit={200} />
      </span>
    </li>
  );
}

function Subject({ kind, subject }: { readonly kind: string; readonly subject: string }) {
  if (kind !== 'answer') return <code>{subject}</code>;
  return (
    <ToneMark tone={signalTones[subject] ?? 'idle'} mono className="text-xs">
      {subject}
    </ToneMark>
  );
}

function Ending({ subject }: { readonly subject: string }) {
  return (
    <ToneMark tone={subject === 'ok' || subject === 'exit 0' ? 'good' : 'bad'} mono className="text-xs">
      {subject}
    </ToneMark>
  );
}
