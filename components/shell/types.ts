import type { Tone } from '#components/ui/tone.ts';

/** The places of the product. Only those whose page exists are given to the frame. */
export type PlaceId =
  | 'overview'
  | 'runs'
  | 'reviews'
  | 'boards'
  | 'reports'
  | 'results'
  | 'tests'
  | 'knowledge'
  | 'projects'
  | 'runners'
  | 'settings';

export type Place = {
  id: PlaceId;
  label: string;
  href: string;
  /** How many things there wait for a person; left out when none do. */
  needs?: number | undefined;
};

/** A step of the way from the top to this page; the last one has no link. */
export type Crumb = { label: string; href?: string };

/** The stack in one word, and what it consists of. */
export type StackHealth = { tone: Tone; word: string; parts: readonly { name: string; tone: Tone; word: string }[] };

/** Something the palette can do or open. */
export type Command = {
  id: string;
  group: string;
  label: string;
  /** More words it is found by. */
  keywords?: readonly string[];
  /** The shortcut that does the same, `g r`. */
  keys?: string;
  run: () => void;
};
