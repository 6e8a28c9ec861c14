import { clip } from '#lib/format/clip.ts';
import { fits, type JudgeSignal, subjectInWords, unanswered } from '#lib/sessions/judge.ts';
import type { Node } from '../edges.ts';
import type { Interruptible, SessionContext, Verdict } from './context.ts';
import { atOnce, due, type Failure, interruptedBy, on, type SessionEdge, work } from './edges.ts';
import { askedAgain } from './tunables.ts';
import { waitsFor } from './waiting.ts';

/** The states of one question to the judge: itself, who is asked when it cannot be read, a person, the playbook. */
export type Judging = Readonly<Record<'JUDGE' | 'ASK' | 'PERSON' | 'STAND_IN', Node<SessionContext>>>;

/**
 * Asks the judge about `context.judging`; the verdict is there when `NEXT` is entered. A judge that cannot be read is asked
 * again twice, then a person is; without an answer in time it counts as an issue, so that nonsense never skips a check.
 */
export function judgeStates(from: Interruptible): Judging {
  return {
    JUDGE: {
      ...work('judge-session', {
        timeout: 'judge time-out',
        input: ({ judging: { subject, id, attempt }, turn, tree, messages }) => ({
          about: subject,
          turn,
          attempt,
          tree,
          messages: messages.sent,
          subject: id,
        }),
        done: [
          {
            when: ({ judging }, said) => said.outcome === 'judged' && fits(judging.subject, said.signal),
            to: 'NEXT',
            label: 'judged',
            because: ({ judging }, said) =>
              `${judging.subject}: ${said.outcome === 'judged' ? said.signal : ''}, ${said.reason || 'without a reason'}`,
            evidence: (_, said) =>
              said.outcome === 'judged' ? [{ kind: 'artifact', id: said.answerId, label: "the judge's answer" }] : [],
            change: (context, said) =>
              said.outcome === 'judged'
                ? decided(context, { signal: said.signal, reason: said.reason, answerId: said.answerId, text: '' })
                : {},
          },
          ...unreadable<{ readonly reason: string }>(({ reason }) => reason),
        ],
        failed: unreadable<Failure>(({ code, message }) => `${code}: ${message}`),
      }),
      on: interruptedBy(from),
    },
    ASK: atOnce(
      {
        when: ({ settings }) => settings.mode === 'interactive',
        to: 'PERSON',
        because: ({ judging }) => `a person is asked about ${subjectInWords[judging.subject]}`,
      },
      {
        to: 'STAND_IN',
        because: ({ settings }) => `nobody is waited for in ${settings.mode} mode: the playbook is asked`,
      },
    ),
    PERSON: waitsFor('verdict due', 'judge_minutes', {
      ...interruptedBy(from),
      ...on('VERDICT', {
        when: ({ judging }, { about, signal }) => about === judging.subject && fits(about, signal),
        to: 'NEXT',
        label: 'decided',
        because: (_, { by, about, signal, reason }) =>
          `${by} says of ${about}: ${signal}${reason === '' ? '' : `, ${reason}`}`,
        change: (context, { by, signal, suggestion, reason }) =>
          decided(context, { signal, reason: reason || `decided by ${by}`, answerId: null, text: suggestion }),
        record: [
          ({ turn }, { by, about, signal, suggestion, reason }) => ({
            kind: 'verdict-given',
            key: `${turn}:${about}`,
            data: { by, about, signal, suggestion, reason },
          }),
        ],
      }),
      ...due(
        'TIMEOUT',
        byDefault(() => 'nobody decided in time'),
      ),
    }),
    STAND_IN: {
      ...work('stand-in-for-judge', {
        timeout: 'stand-in time-out',
        input: ({ judging }) => ({ about: judging.subject }),
        done: [
          {
            when: ({ judging }, { signal }) => signal !== null && fits(judging.subject, signal),
            to: 'NEXT',
            label: 'decided',
            because: ({ judging }, { signal, reason }) =>
              `the playbook says of ${judging.subject}: ${signal ?? ''}, ${reason}`,
            change: (context, { signal, reason }) =>
              signal === null ? {} : decided(context, { signal, reason, answerId: null, text: reason }),
          },
          byDefault(({ reason }) => reason),
        ],
        failed: [byDefault<Failure>(({ message }) => message)],
      }),
      on: interruptedBy(from),
    },
  };
}

const signalWithoutAnswer = ({ judging }: SessionContext): JudgeSignal => unanswered[judging.subject];

function byDefault<What>(why: (what: What) => string): SessionEdge<What> {
  return {
    to: 'NEXT',
    label: 'counts as an issue',
    because: (context, what) =>
      `${context.judging.subject} counts as ${signalWithoutAnswer(context)}: ${why(what) || 'no answer'}`,
    change: (context) =>
      decided(context, {
        signal: signalWithoutAnswer(context),
        reason: 'the judge could not be read and nobody decided',
        answerId: null,
        text: `Nobody could judge ${subjectInWords[context.judging.subject]}. Check it again yourself and mend what you find.`,
      }),
  };
}

function unreadable<What>(why: (what: What) => string): readonly SessionEdge<What>[] {
  return [
    {
      when: ({ judging }) => judging.attempt < askedAgain,
      to: 'JUDGE',
      reenter: true,
      label: 'again',
      because: ({ judging }, what) =>
        `the answer about ${judging.subject} cannot be used, asked again (${judging.attempt + 1} of ${askedAgain}): ${why(what) || 'no reason'}`,
      change: ({ judging }) => ({ judging: { ...judging, attempt: judging.attempt + 1 } }),
    },
    {
      to: 'ASK',
      label: 'unreadable',
      because: ({ judging }, what) =>
        `the judge could not be read ${judging.attempt + 1} times about ${judging.subject}: ${why(what) || 'no reason'}`,
    },
  ];
}

function decided({ judging }: SessionContext, verdict: Verdict): Partial<SessionContext> {
  return {
    judging: {
      ...judging,
      verdict: { ...verdict, reason: clip(verdict.reason, 300).text, text: clip(verdict.text, 1_000).text },
    },
  };
}
