import { SafeText } from '#components/ui/safe-text.tsx';
import { Section } from '#components/ui/section.tsx';

export interface StandingSectionProps {
  readonly goals: { readonly workflow: string; readonly stage: string; readonly step: string };
  readonly here: { readonly stage: string | null; readonly step: string | null };
  readonly focus: { readonly stages: string; readonly steps: string; readonly behaviors: string };
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}

/** What is to be reached, what Planning looks at, and what it has set: the observation that the services get. */
export function StandingSection({ goals, here, focus, variables }: StandingSectionProps) {
  const rows = [
    ['Goal', goals.workflow],
    [`Stage ${here.stage ?? ''}`, goals.stage],
    [`Step ${here.step ?? ''}`, goals.step],
    ['Focus, stages', focus.stages],
    ['Focus, steps', focus.steps],
    ['Focus, behaviors', focus.behaviors],
  ].filter(([, text]) => text !== '');
  return (
    <Section title="Goals and focus">
      <dl className="flex min-w-0 flex-col border-line border-y">
        {rows.map(([name = '', text = '']) => (
          <Row key={name} name={name} text={text} />
        ))}
        {variables.map(({ name, value }) => (
          <Row key={name} name={name} text={value} isVariable />
        ))}
      </dl>
      {variables.length === 0 && <p className="text-ink-muted text-sm">Planning has set no variables.</p>}
    </Section>
  );
}

function Row({ name, text, isVariable = false }: { name: string; text: string; isVariable?: boolean }) {
  return (
    <div className="grid gap-x-4 border-line border-b py-1.5 last:border-b-0 sm:grid-cols-[10rem_1fr]">
      <dt className={isVariable ? 'tabular wrap-anywhere text-sm' : 'text-ink-muted text-sm'}>
        <SafeText text={name} limit={100} />
      </dt>
      <dd className={isVariable ? 'tabular wrap-anywhere min-w-0 text-sm' : 'wrap-anywhere min-w-0 text-sm'}>
        <SafeText text={text} limit={600} />
      </dd>
    </div>
  );
}
