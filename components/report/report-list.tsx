import { Link } from '#components/ui/link.tsx';

export type ReportListProps = { reports: readonly { id: string; question: string; href: string; formula: string }[] };

/** The questions that history answers, each with how its answer is made. */
export function ReportList({ reports }: ReportListProps) {
  return (
    <ul className="grid gap-x-8 md:grid-cols-2">
      {reports.map(({ id, question, href, formula }) => (
        <li key={id} className="relative flex flex-col gap-0.5 border-line border-b py-3 hover:bg-sunken">
          <Link kind="bare" href={href} data-row className="font-medium text-base after:absolute after:inset-0">
            {question}
          </Link>
          <p className="line-clamp-2 max-w-prose text-ink-muted text-sm">{formula}</p>
        </li>
      ))}
    </ul>
  );
}
