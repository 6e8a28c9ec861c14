import type { Node } from '../../edges.ts';
import { waitUntil } from '../../wait-until.ts';
import type { PrdContext } from '../context.ts';
import { atOnce, due, ending, noting, on, type PrdEdge, triggered, work } from '../edges.ts';
import { mostAnswers } from '../tunables.ts';
import { because, readAnswer } from '../words.ts';

const confirmed = <What>(who: (what: What) => string): PrdEdge<What> =>
  triggered('USER_CONFIRM', {
    to: '#EXECUTING',
    because: ({ prd }, what) => `${who(what)} confirms "${prd?.title ?? ''}"`,
    change: () => ({ doing: 'begin' }),
  });

const cancelled = <What>(who: (what: What) => string): PrdEdge<What> =>
  triggered(
    'USER_CANCEL',
    ending('cancelled', { because: ({ prd }, what) => `${who(what)} cancels "${prd?.title ?? ''}"` }),
  );

interface Change {
  readonly by: string;
  readonly change: string;
  readonly prd?: object | undefined;
}

/** A change goes back to the planning. What was wanted is a record: documents are too large to be decided on. */
const modified = <What>(read: (what: What) => Change): PrdEdge<What> =>
  triggered('USER_MODIFY', {
    to: '#PLANNING',
    because: (_, what) => {
      const { by, change, prd } = read(what);
      return prd === undefined ? `${by} wants it changed: ${change}` : `${by} has edited it${because(change)}`;
    },
    change: ({ modifications }) => ({ modifications: modifications + 1, tries: 0 }),
    record: [
      ({ modifications, prd: shown }, what) => {
        const { by, change, prd } = read(what);
        const data = { by, change, prd: prd ?? null, prd_id: shown?.prdId ?? null };
        return { kind: 'modification', key: String(modifications).padStart(3, '0'), data };
      },
    ],
  });

const isShown = ({ prd }: PrdContext, { prdId }: { readonly prdId: string }): boolean => prd?.prdId === prdId;

interface Said {
  readonly by: string;
  readonly reason: string;
}
const person = ({ by, reason }: Said): string => `${by}${because(reason)}`;
const playbook = ({ reason }: { readonly reason: string }): string => `the playbook${because(reason)}`;

/** Waits for a yes to the document. It is bound to the document that was shown. */
export const confirming: Node<PrdContext> = {
  id: 'CONFIRMING',
  initial: 'NOTE',
  on: {
    ...on('USER_CONFIRM', { ...confirmed<Said & { prdId: string }>(person), when: isShown }),
    ...on('USER_CANCEL', cancelled<Said>(person)),
    ...on('USER_MODIFY', {
      ...modified<Said & { prdId: string; change?: string | undefined; prd?: object | undefined }>(
        ({ by, reason, change, prd }) => ({ by, change: change ?? reason, prd }),
      ),
      when: isShown,
    }),
  },
  states: {
    NOTE: noting('CONFIRMING', { to: 'DECIDE' }),
    DECIDE: atOnce(
      {
        when: ({ settings }) => settings.mode === 'interactive',
        to: 'OPEN',
        because: ({ prd }) => `waits for a yes to "${prd?.title ?? ''}"`,
      },
      { to: 'ASK', because: ({ settings }) => `nobody is waited for in ${settings.mode} mode: the playbook is asked` },
    ),
    OPEN: waitUntil('confirmation due', ({ settings }: PrdContext) => settings.limits.confirm_minutes * 60_000, {
      ...due(
        'TIMEOUT',
        cancelled(() => 'nobody has answered in time, which'),
      ),
    }),
    ASK: work('answer-for-person', {
      timeout: 'answer time-out',
      input: ({ prd }) => ({
        question: `The document "${prd?.title ?? ''}" has these tasks: ${titles(prd)}. Go, modify (and how), or cancel?`,
        options: ['Go', 'modify: what to change', 'cancel'],
        about: 'confirmation',
      }),
      done: [
        { ...confirmed(playbook), when: (_, { answered, answer }) => answered && /^(go|yes|ok)\b/i.test(answer) },
        {
          ...modified<{ readonly answer: string }>(({ answer }) => ({
            by: 'the playbook',
            change: readAnswer(answer, 'modify'),
          })),
          when: ({ modifications }, { answered, answer }) =>
            answered && readAnswer(answer, 'modify') !== '' && modifications < mostAnswers,
        },
        cancelled(playbook),
      ],
      failed: [cancelled(({ message }) => `nobody could be asked (${message}), which`)],
    }),
  },
};

function titles(prd: PrdContext['prd']): string {
  return (prd?.tasks ?? []).map(({ title }) => title).join('; ');
}
