import { CircleCheck, CircleDashed, CircleDot, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';

/** The four meanings a colour may have, and the absence of one. */
export type Tone = 'busy' | 'good' | 'attention' | 'bad' | 'idle';

/** How each tone is drawn. The icons differ in shape, so a tone is legible without its colour. */
export const tones = {
  busy: { icon: CircleDot, ink: 'text-busy', soft: 'bg-busy-soft', line: 'border-busy-line' },
  good: { icon: CircleCheck, ink: 'text-good', soft: 'bg-good-soft', line: 'border-good-line' },
  attention: { icon: TriangleAlert, ink: 'text-attention', soft: 'bg-attention-soft', line: 'border-attention-line' },
  bad: { icon: CircleX, ink: 'text-bad', soft: 'bg-bad-soft', line: 'border-bad-line' },
  idle: { icon: CircleDashed, ink: 'text-idle', soft: 'bg-idle-soft', line: 'border-idle-line' },
} satisfies Record<Tone, { icon: LucideIcon; ink: string; soft: string; line: string }>;
