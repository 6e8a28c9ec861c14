import { Section } from '#components/ui/section.tsx';
import type {
  SearchAlternatives as Alternatives,
  SuspiciousLines as Lines,
  SearchProgress,
} from '#lib/repair/records.ts';
import { SearchAlternatives } from './search-alternatives.tsx';
import { SearchFunnel } from './search-funnel.tsx';
import { SuspiciousLines } from './suspicious-lines.tsx';

export type SearchReportProps = {
  progress: SearchProgress | null;
  suspicious: Lines | null;
  alternatives: Alternatives | null;
};

/** How far is the search, what has it tried, and what did it find? */
export function SearchReport({ progress, suspicious, alternatives }: SearchReportProps) {
  return (
    <Section title="Search" aside={progress?.isOver === false ? 'going on' : undefined}>
      <div className="flex min-w-0 flex-col gap-4">
        {progress !== null && <SearchFunnel progress={progress} />}
        {alternatives !== null && <SearchAlternatives alternatives={alternatives} />}
        {suspicious !== null && <SuspiciousLines suspicious={suspicious} />}
      </div>
    </Section>
  );
}
