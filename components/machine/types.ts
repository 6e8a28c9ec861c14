import type { Tone } from '#components/ui/tone.ts';

export type Point = { x: number; y: number };

/** A state of the machine as it is drawn, with what this run did in it. Sizes and positions are pixels of the layout. */
export type MachineNode = {
  /** Path of the state: `TEST_SETUP`, `TEST_SETUP.HEALTH_CHECK`. */
  id: string;
  /** Spelled as the machine spells it. */
  label: string;
  tone: Tone;
  x: number;
  y: number;
  width: number;
  height: number;
  final: boolean;
  current: boolean;
  visits: number;
  /** Milliseconds spent in it over all visits, the present one included. */
  time: number;
  /** In the machine's order. */
  substates: readonly { id: string; label: string; current: boolean; visits: number; time: number }[];
};

/** An edge as it is drawn, with how often this run took it. */
export type MachineEdge = {
  id: string;
  from: string;
  to: string;
  /** The events that take it. */
  label: string;
  /** From start to end; at least two. */
  points: readonly Point[];
  taken: number;
  /** The step that brought the run to where it is. */
  newest: boolean;
};

/** A machine laid out, with a run's path upon it. */
export type MachineView = {
  nodes: readonly MachineNode[];
  edges: readonly MachineEdge[];
  width: number;
  height: number;
};
