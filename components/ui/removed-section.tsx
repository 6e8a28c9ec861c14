import { Section } from './section.tsx';

/** Stands in place of a part that the rules of retention have removed, and says so. */
export function RemovedSection({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title}>
      <p className="text-ink-muted text-sm">{children}</p>
    </Section>
  );
}
