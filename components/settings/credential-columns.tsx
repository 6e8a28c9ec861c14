import { Button } from '#components/ui/button.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Column } from '#components/ui/table.tsx';
import { ToneMark } from '#components/ui/tone-mark.tsx';

/** What gives a way in for some time: a token, or a runner's identity. */
export interface Credential {
  readonly expiresAt: number;
  readonly status: 'usable' | 'expired' | 'revoked';
}

const tones = { usable: 'good', expired: 'idle', revoked: 'idle' } as const;

/** The last columns of a list of credentials: how long each is good, and the button that ends it before. */
export function endColumns<Row extends Credential>(onRevoke: (row: Row) => void): readonly Column<Row>[] {
  return [
    {
      key: 'status',
      title: 'Good until',
      cell: ({ status, expiresAt }) => (
        <ToneMark tone={tones[status]}>{status === 'usable' ? <RelativeTime at={expiresAt} /> : status}</ToneMark>
      ),
    },
    {
      key: 'revoke',
      title: '',
      keep: true,
      align: 'end',
      cell: (row) => (row.status === 'usable' ? <Button onClick={() => onRevoke(row)}>Revoke</Button> : null),
    },
  ];
}
