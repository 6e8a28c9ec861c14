import type { BoardHealth } from '#lib/boards/board.ts';

/** How a board's health is set by hand: the words of the button, and what follows. */
export interface HealthChoice {
  readonly to: BoardHealth;
  readonly label: string;
  readonly effect: string;
}

export const healthChoices: readonly HealthChoice[] = [
  {
    to: 'maintenance',
    label: 'Put into maintenance',
    effect:
      'Nobody is given this board until somebody says that it is good. Reservations to come move to other boards of its kind.',
  },
  { to: 'good', label: 'Say that it is good', effect: 'The board is given away again.' },
  { to: 'bad', label: 'Say that it is bad', effect: 'Nobody is given this board until somebody says that it is good.' },
  { to: 'retired', label: 'Retire', effect: 'The board leaves the fleet; its history stays.' },
];
