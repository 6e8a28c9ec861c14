import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import type { RuleRow } from './notifications-types.ts';

export type NotificationRulesProps = {
  rules: readonly RuleRow[];
  labelOf: (event: string) => string;
  onRemove: (id: string) => void;
};

/** What goes through which channel. */
export function NotificationRules({ rules, labelOf, onRemove }: NotificationRulesProps) {
  const columns: readonly Column<RuleRow>[] = [
    { key: 'channel', title: 'Channel', keep: true, cell: ({ channel }) => <ClippedText text={channel} limit={40} /> },
    {
      key: 'events',
      title: 'Is told when',
      keep: true,
      grow: true,
      cell: ({ events }) => <span className="wrap-anywhere">{events.map(labelOf).join('; ')}</span>,
    },
    {
      key: 'project',
      title: 'Of project',
      cell: ({ project }) => (project === null ? 'any' : <ClippedText text={project} limit={40} />),
    },
    {
      key: 'person',
      title: 'Concerning',
      cell: ({ person }) => (person === null ? 'anybody' : <ClippedText text={person} limit={40} />),
    },
    {
      key: 'acts',
      title: '',
      align: 'end',
      keep: true,
      cell: ({ id, channel }) => (
        <Button kind="quiet" aria-label={`Remove the rule of ${channel}`} onClick={() => onRemove(id)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <Table
      label="Rules"
      columns={columns}
      rows={rules}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No rule">
          Without one only plateaus in ci go out, to the kinds of channels that a project file names.
        </EmptyState>
      }
    />
  );
}
