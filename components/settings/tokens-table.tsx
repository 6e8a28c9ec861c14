import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { type Credential, endColumns } from './credential-columns.tsx';

export type TokenFace = Credential & {
  id: string;
  name: string;
  person: string;
  scopes: readonly string[];
  project: string | null;
  lastUsedAt: number | null;
  lastUsedFrom: string | null;
};

export type TokensTableProps = {
  tokens: readonly TokenFace[];
  /** Whether tokens of everybody are listed. */
  all: boolean;
  onRevoke: (token: TokenFace) => void;
};

/** Tokens with what they may do, how long, and when each was used last. */
export function TokensTable({ tokens, all, onRevoke }: TokensTableProps) {
  const columns: readonly Column<TokenFace>[] = [
    {
      key: 'name',
      title: 'Token',
      keep: true,
      cell: ({ name, person }) => (
        <span className="flex flex-col">
          <span className="font-medium">{name}</span>
          {all && <span className="text-ink-muted text-xs">of {person}</span>}
        </span>
      ),
    },
    {
      key: 'scopes',
      title: 'May',
      grow: true,
      cell: ({ scopes, project }) => `${scopes.join(', ')}${project === null ? '' : ` in project ${project}`}`,
    },
    {
      key: 'used',
      title: 'Last used',
      keep: true,
      cell: ({ lastUsedAt, lastUsedFrom }) =>
        lastUsedAt === null ? (
          'never'
        ) : (
          <span title={lastUsedFrom === null ? undefined : `from ${lastUsedFrom}`}>
            <RelativeTime at={lastUsedAt} />
          </span>
        ),
    },
    ...endColumns(onRevoke),
  ];
  return <Table label="Tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} empty={<NoTokens />} />;
}

function NoTokens() {
  return (
    <p className="py-2 text-ink-muted text-sm">
      No token yet. A program shows one in the header <code>Authorization: Bearer</code> instead of signing in.
    </p>
  );
}
