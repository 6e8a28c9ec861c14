'use client';

import { Button } from '#components/ui/button.tsx';
import { ClippedText } from '#components/ui/clipped-text.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';
import type { ChannelRow } from './notifications-types.ts';

export type NotificationChannelsProps = {
  channels: readonly ChannelRow[];
  onTest: (id: string) => void;
  onEnable: (id: string, enabled: boolean) => void;
  onRemove: (id: string) => void;
};

/** Where people are told outside the product. */
export function NotificationChannels({ channels, onTest, onEnable, onRemove }: NotificationChannelsProps) {
  const columns: readonly Column<ChannelRow>[] = [
    { key: 'name', title: 'Channel', keep: true, cell: ({ name }) => <ClippedText text={name} limit={40} /> },
    {
      key: 'kind',
      title: 'Kind',
      cell: ({ kind }) => (kind === 'webhook' ? 'webhook, signed' : kind),
    },
    {
      key: 'target',
      title: 'Leads to',
      grow: true,
      cell: ({ target }) => (
        <span className="block truncate">
          <ClippedText text={target} limit={120} />
        </span>
      ),
    },
    {
      key: 'on',
      title: 'State',
      keep: true,
      cell: ({ enabled }) => <ToneMark tone={enabled ? 'good' : 'idle'}>{enabled ? 'on' : 'off'}</ToneMark>,
    },
    {
      key: 'acts',
      title: '',
      align: 'end',
      keep: true,
      cell: ({ id, name, enabled }) => (
        <span className="inline-flex flex-wrap justify-end gap-1">
          <Button aria-label={`Send a test through ${name}`} onClick={() => onTest(id)}>
            Send a test
          </Button>
          <Button
            kind="quiet"
            aria-label={`Turn ${name} ${enabled ? 'off' : 'on'}`}
            onClick={() => onEnable(id, !enabled)}
          >
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
          <Button kind="quiet" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
            Remove
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Table
      label="Channels"
      columns={columns}
      rows={channels}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No channel">
          Add a mailbox, a chat room or a web server: rules then say what goes there.
        </EmptyState>
      }
    />
  );
}
