import { SafeText } from '#components/ui/safe-text.tsx';

export type NoteLineProps = { note: { owner: string | null; issue: string | null; note: string | null } };

/** Who looks after a failure, where it is written down, and what else is known. */
export function NoteLine({ note: { owner, issue, note } }: NoteLineProps) {
  if (owner === null && issue === null && note === null) return null;
  return (
    <p className="wrap-anywhere text-sm">
      {owner !== null && (
        <span>
          Looked after by{' '}
          <b className="font-medium">
            <SafeText text={owner} limit={100} />
          </b>
          .{' '}
        </span>
      )}
      {issue !== null && <IssueLink issue={issue} />}
      {note !== null && (
        <span className="text-ink-muted">
          <SafeText text={note} limit={500} />
        </span>
      )}
    </p>
  );
}

/** Only an address of the web is a link: anything else that somebody wrote is text. */
function IssueLink({ issue }: { issue: string }) {
  if (!/^https?:\/\//.test(issue)) return <SafeText text={`${issue} `} limit={200} />;
  return (
    <a href={issue} rel="noreferrer" className="text-busy underline underline-offset-2">
      <SafeText text={issue} limit={120} />
    </a>
  );
}
