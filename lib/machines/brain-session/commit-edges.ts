import type { OutputOf } from '../edges.ts';
import type { SessionContext } from './context.ts';
import { completing, oneMore, type SessionEdge } from './edges.ts';
import { isSpent, tries } from './words.ts';

type Committed = Extract<OutputOf<'commit-work'>, { outcome: 'committed' }>;
type Refused = Extract<OutputOf<'commit-work'>, { outcome: 'hook' | 'conflict' | 'failed' }>;

/** Retries are spent: what was committed stays, what was not is kept as a patch. */
const givenUp = <What>(why: (what: What) => string): SessionEdge<What> =>
  completing({
    label: 'given up',
    because: ({ settings }, what) => `${why(what)}, after ${settings.limits.retries.commit} retries`,
    warning: ({ tree }, what) =>
      `${tree.commit === null ? 'not committed' : 'not everything is committed'}: ${why(what)}`,
  });

/** Tried again as long as it may be, then given up. */
export const retried = <What>(edge: SessionEdge<What>, why: (what: What) => string): readonly SessionEdge<What>[] => [
  {
    ...edge,
    when: (context, what) => !isSpent('commit', context) && (edge.when?.(context, what) ?? true),
    because: (context, what) => `${why(what)}: retry ${tries('commit', context, 1)}`,
    change: (context, what) => ({ ...oneMore('commit', context), ...edge.change?.(context, what) }),
  },
  { ...givenUp(why), ...(edge.when !== undefined && { when: edge.when }) },
];

/** What is known after a commit. */
export const wasCommitted = (context: SessionContext, what: Committed): Partial<SessionContext> => ({
  tree: { commit: what.commit, work: null },
  merging: null,
  passed: { ...context.passed, committed: !what.merged },
});

/** After the commit: a deployment, the offer of one, or the end. */
export const onward = <What>(
  read: (what: What) => string,
  edge: Pick<SessionEdge<What>, 'when' | 'evidence'>,
  change: (context: SessionContext, what: What) => Partial<SessionContext>,
): readonly SessionEdge<What>[] => {
  const { when = () => true } = edge;
  const is = (deploy: SessionContext['settings']['deploy'], context: SessionContext) =>
    context.settings.deploy === deploy;
  return [
    {
      ...edge,
      when: (context, what) => is('always', context) && when(context, what),
      to: '#DEPLOYING',
      label: 'commit_success',
      because: (_, what) => `${read(what)}; it is deployed`,
      change,
    },
    {
      ...edge,
      when: (context, what) => is('asked', context) && context.settings.mode === 'interactive' && when(context, what),
      to: '#COMMITTING.OFFER',
      label: 'commit_success',
      because: (_, what) => `${read(what)}; it is deployed when somebody asks for it`,
      change,
    },
    completing({
      ...edge,
      label: 'commit_success',
      because: (context, what) =>
        `${read(what)}; ${is('asked', context) ? 'nobody asked for a deployment' : 'there is nothing to deploy'}`,
      also: change,
    }),
  ];
};

const isRefused = (what: OutputOf<'commit-work'>): what is Refused =>
  what.outcome === 'hook' || what.outcome === 'conflict' || what.outcome === 'failed';

/** The answer of a commit that did not come about; null of any other. */
export const asRefused = (what: OutputOf<'commit-work'>): Refused | null => (isRefused(what) ? what : null);
/** The answer of a commit that did; null of any other. */
export const asCommitted = (what: OutputOf<'commit-work'>): Committed | null =>
  what.outcome === 'committed' ? what : null;

/** What was committed before it failed is not lost by giving up. */
export function keepsCommit(edge: SessionEdge<OutputOf<'commit-work'>>) {
  return (context: SessionContext, what: OutputOf<'commit-work'>): Partial<SessionContext> => {
    const refused = asRefused(what);
    return {
      ...edge.change?.(context, what),
      tree: { commit: refused?.commit ?? context.tree.commit, work: refused?.work ?? context.tree.work },
    };
  };
}
