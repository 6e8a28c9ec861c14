import { lazy, type ReactNode, Suspense } from 'react';
import type { DiffPlace, LineFinding } from '#components/diff/types.ts';
import { Link } from '#components/ui/link.tsx';
import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import { WhenSeen } from '#components/ui/when-seen.tsx';
import { counted } from '#lib/format/count.ts';
import { percent } from '#lib/format/percent.ts';
import { BuildReport } from './build-report.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { EvidenceLinks } from './evidence-links.tsx';
import { iterationFaces } from './iteration-face.ts';
import type { Hypothesis, IterationDetail } from './iteration-types.ts';
import { PassedOver } from './passed-over.tsx';
import { removedParts } from './removed-parts.ts';

/** Patches and results lie below the first screenful: their views may come later than the page. */
const DiffView = lazy(() => import('#components/diff/diff-view.tsx').then((module) => ({ default: module.DiffView })));
const ResultsTable = lazy(() => import('./results-table.tsx').then((module) => ({ default: module.ResultsTable })));

export type IterationPanelProps = {
  iteration: IterationDetail;
  testHref: (id: string) => string;
  /** The line of the patch that is looked for. */
  place: DiffPlace | null;
  placeHref: (file: string, line: number) => string;
  /** What a search has told, where one was made. */
  search?: ReactNode;
};

/** One iteration from its reason to its decision. */
export function IterationPanel({ iteration, testHref, place, placeHref, search }: IterationPanelProps) {
  const { mark, missing, hypothesis, passedOver, patch, build, results, removed, decision, checklist } = iteration;
  const face = iterationFaces[mark.status];
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="grid min-w-0 gap-6 xl:grid-cols-2">
        <Section title="Why" aside={<ToneMark tone={face.tone}>{`iteration ${mark.number}, ${face.word}`}</ToneMark>}>
          {hypothesis === null ? (
            <Missing>No hypothesis: nothing was to be changed.</Missing>
          ) : (
            <Why {...hypothesis} strategy={iteration.strategy} />
          )}
        </Section>
        <Section
          title="Decision"
          aside={
            mark.passed !== null && mark.total !== null
              ? `${mark.passed} of ${counted(mark.total, 'test')} pass`
              : undefined
          }
        >
          <DecisionPanel
            decision={decision}
            judgement={iteration.judgement}
            checklist={checklist}
            undecided={missing.decision}
            numbers={iteration.numbers}
          />
        </Section>
      </div>
      <Section title="Patch" actions={patch && <Link href={patch.href}>raw patch</Link>}>
        <PassedOver patches={passedOver} />
        {patch === null ? (
          <Missing>{removed.patch ? removedParts.patch : 'No patch in this iteration.'}</Missing>
        ) : (
          <Later now={place !== null}>
            <DiffView text={patch.text} findings={findingsOf(iteration)} place={place} />
          </Later>
        )}
      </Section>
      {search}
      <Section title="Build">
        {build === null ? (
          <Missing>{removed.build ? removedParts.build : missing.build}</Missing>
        ) : (
          <BuildReport
            build={build}
            placeHref={(file, line) => (patch?.text.includes(file) ? placeHref(file, line) : undefined)}
          />
        )}
      </Section>
      <Section
        title="Results"
        actions={
          results && (
            <span className="inline-flex gap-3">
              <Link href={results.href}>all results</Link>
              <Link href={`${results.href}?format=junit`}>as JUnit</Link>
            </span>
          )
        }
      >
        {results === null ? (
          <Missing>{removed.results ? removedParts.results : missing.results}</Missing>
        ) : (
          <Later>
            <ResultsTable rows={results.rows} totals={results.totals} testHref={testHref} />
          </Later>
        )}
      </Section>
    </div>
  );
}

/** A view whose program is fetched when its place comes near, or at once. */
function Later({ now = false, children }: { now?: boolean; children: ReactNode }) {
  const fallback = <Skeleton className="h-40" />;
  return (
    <WhenSeen now={now} fallback={fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </WhenSeen>
  );
}

/** What the policy and the compiler say, at the lines that they speak of. */
function findingsOf({ patch, build }: IterationDetail): readonly LineFinding[] {
  const said = build?.messages.filter(({ severity, file }) => severity !== 'note' && patch?.text.includes(file)) ?? [];
  const compiler = said.map(
    ({ severity, file, line, text }): LineFinding => ({
      rule: `compiler ${severity}`,
      severity: severity === 'error' ? 'block' : 'warn',
      message: text,
      file,
      line,
    }),
  );
  return [...(patch?.findings ?? []), ...compiler];
}

function Missing({ children }: { children: string }) {
  return <p className="text-ink-muted text-sm">{children}</p>;
}

type WhyProps = Hypothesis & Pick<IterationDetail, 'strategy'>;

function Why({ summary, agent, confidence, evidence, intent, strategy }: WhyProps) {
  return (
    <div className="flex max-w-prose flex-col gap-1">
      <p className="text-base">
        <SafeText text={summary} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-muted text-sm">
        <span>
          by <span className="tabular">{agent}</span>
        </span>
        <span>
          intent <span className="tabular">{intent}</span>
        </span>
        {confidence !== null && <span>confidence {percent(confidence)}</span>}
        <EvidenceLinks evidence={evidence} />
      </p>
      {strategy !== null && (
        <p className="text-ink-muted text-sm">
          strategy <span className="tabular">{strategy.name}</span>
          {': '}
          <SafeText text={strategy.because ?? 'the run began with it'} limit={300} />
        </p>
      )}
    </div>
  );
}
