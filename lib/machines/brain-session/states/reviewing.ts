import { counted } from '#lib/format/count.ts';
import { reviewSides } from '#lib/sessions/judge.ts';
import type { Node } from '../../edges.ts';
import { fresh, type SessionContext, unreviewed } from '../context.ts';
import { atOnce, oneMore, pushed, type SessionEdge, warned } from '../edges.ts';
import { judgeStates } from '../judging.ts';
import { isSpent, tries } from '../words.ts';

type AtOnce = SessionEdge<null>;

const said = ({ judging }: SessionContext) => judging.verdict?.signal ?? null;

/** The next side, with what was found of this one. */
const nextSide = ({ review, judging, replyId }: SessionContext, found: boolean): Partial<SessionContext> => {
  const { answerId = null, text = '' } = judging.verdict ?? {};
  const side = review.side + 1;
  return {
    review: {
      side,
      found: review.found + (found ? 1 : 0),
      issues: found && answerId !== null ? [...review.issues, answerId] : review.issues,
      text: found && text !== '' ? [review.text, text].filter(Boolean).join('\n').slice(0, 1_000) : review.text,
    },
    judging: { ...fresh, subject: reviewSides[side] ?? 'performance', id: replyId },
  };
};

const forced = (what: string): AtOnce => ({
  to: '#LINTING',
  label: 'forced',
  because: ({ settings }) =>
    `${what} after ${settings.limits.retries.review} corrections: moved on to LINTING by force`,
  change: (context) => ({
    ...warned(context, `${what} after ${context.settings.limits.retries.review} corrections`),
    review: unreviewed,
    judging: fresh,
  }),
});

const answered: AtOnce = {
  to: '#DEVELOPING',
  label: 'ai_question',
  because: (context) =>
    `the session asks; decided for the user (correction ${tries('review', context, 1)}): ${context.judging.verdict?.reason ?? ''}`,
  change: (context) => {
    const { answerId = null, text = '' } = context.judging.verdict ?? {};
    return {
      ...oneMore('review', context),
      ...pushed({ kind: 'question', ids: answerId === null ? [] : [answerId], text }),
    };
  },
};

const corrected: AtOnce = {
  to: '#DEVELOPING',
  label: 'has_issue',
  because: (context) =>
    `${counted(context.review.found, 'side')} with an issue: correction ${tries('review', context, 1)}`,
  change: (context) => ({
    ...oneMore('review', context),
    ...pushed({ kind: 'review', ids: [...context.review.issues], text: context.review.text }),
  }),
};

/** The work is reviewed from four sides, one after the other; what is found goes back as one instruction. */
export const reviewing: Node<SessionContext> = {
  id: 'REVIEWING',
  initial: 'NEXT',
  states: {
    NEXT: atOnce(
      {
        ...answered,
        when: (context) => said(context) === 'ai_question' && !isSpent('review', context),
      },
      { ...forced('the session still asks'), when: (context) => said(context) === 'ai_question' },
      {
        when: (context) => said(context) === 'has_issue',
        to: 'NEXT',
        because: ({ judging }) => `an issue of ${judging.subject} is kept for the instruction`,
        change: (context) => nextSide(context, true),
      },
      {
        when: (context) => said(context) === 'no_issue',
        to: 'NEXT',
        because: ({ judging }) => `nothing to mend of ${judging.subject}`,
        change: (context) => nextSide(context, false),
      },
      {
        when: ({ review }) => review.side < reviewSides.length,
        to: 'JUDGE',
        because: ({ review, judging }) => `side ${review.side + 1} of ${reviewSides.length}: ${judging.subject}`,
      },
      { ...corrected, when: (context) => context.review.found > 0 && !isSpent('review', context) },
      { ...forced('issues of the review are left'), when: ({ review }) => review.found > 0 },
      {
        to: '#LINTING',
        label: 'no_issue',
        because: () => `no issue from ${reviewSides.length} sides`,
        change: () => ({ review: unreviewed, judging: fresh }),
      },
    ),
    ...judgeStates('REVIEWING'),
  },
};
