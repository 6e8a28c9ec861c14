import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';

/** A key without its value. */
export type KeyFace = {
  name: string;
  setBy: string;
  setAt: number;
  /** Why it cannot be opened here; null when it can. */
  trouble: string | null;
};

export type KeysTableProps = {
  keys: readonly KeyFace[];
  onReplace: (key: KeyFace) => void;
  onRemove: (key: KeyFace) => void;
};

/** Which keys agents have, who set them, and whether they can be used. */
export function KeysTable({ keys, onReplace, onRemove }: KeysTableProps) {
  const columns: readonly Column<KeyFace>[] = [
    { key: 'name', title: 'Key', keep: true, cell: ({ name }) => <span className="tabular font-medium">{name}</span> },
    {
      key: 'state',
      title: 'State',
      keep: true,
      grow: true,
      cell: ({ trouble }) => (
        <ToneMark tone={trouble === null ? 'good' : 'bad'}>{trouble === null ? 'usable' : trouble}</ToneMark>
      ),
    },
    { key: 'by', title: 'Set by', cell: ({ setBy }) => setBy },
    { key: 'at', title: 'Set', cell: ({ setAt }) => <RelativeTime at={setAt} /> },
    {
      key: 'acts',
      title: '',
      keep: true,
      align: 'end',
      cell: (key) => (
        <span className="flex justify-end gap-2">
          <Button onClick={() => onReplace(key)}>Replace</Button>
          <Button onClick={() => onRemove(key)}>Remove</Button>
        </span>
      ),
    },
  ];
  return <Table label="Keys of models" columns={columns} rows={keys} rowKey={({ name }) => name} empty={<NoKeys />} />;
}

function NoKeys() {
  return (
    <p className="py-2 text-ink-muted text-sm">
      No key yet. Agents take what stands in the environment of the runner, and else what is set here under the name
      that the project file gives as <code>api_key_env</code> or in <code>keys</code>.
    </p>
  );
}
