import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { type Credential, endColumns } from './credential-columns.tsx';

export type RunnerIdentityFace = Credential & {
  id: string;
  name: string;
  site: string | null;
  createdBy: string;
  lastUsedAt: number | null;
};

export type TokensRunnersProps = {
  identities: readonly RunnerIdentityFace[];
  onRevoke: (identity: RunnerIdentityFace) => void;
};

/** Runners' own ways into the database. */
export function TokensRunners({ identities, onRevoke }: TokensRunnersProps) {
  const columns: readonly Column<RunnerIdentityFace>[] = [
    { key: 'name', title: 'Runner', keep: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      key: 'site',
      title: 'Serves',
      grow: true,
      cell: ({ site }) => (site === null ? 'any site' : `site ${site} only`),
    },
    { key: 'by', title: 'Made by', cell: ({ createdBy }) => createdBy },
    {
      key: 'used',
      title: 'Last used',
      keep: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <RelativeTime at={lastUsedAt} />),
    },
    ...endColumns(onRevoke),
  ];
  return (
    <Table
      label="Identities of runners"
      columns={columns}
      rows={identities}
      rowKey={({ id }) => id}
      empty={
        <p className="py-2 text-ink-muted text-sm">
          None. The runner that <code>npm start</code> starts uses the stack’s own database access.
        </p>
      }
    />
  );
}
