import { z } from 'zod';

/** Names under which a search files what it knows, with the ending `.json`. */
export const searchRecords = {
  lines: 'suspicious-lines',
  progress: 'search-progress',
  alternatives: 'search-alternatives',
} as const;

const whole = z.int().min(0);

/** The lines that failing tests point at, the most suspicious first. */
export const suspiciousLinesSchema = z.object({
  /** How they were found, as a clause. */
  by: z.string(),
  lines: z.array(z.object({ path: z.string(), line: z.int(), score: z.number(), failing: whole, passing: whole })),
});
export type SuspiciousLines = z.infer<typeof suspiciousLinesSchema>;

/** How far a search is: the funnel from ranked lines to candidates that help. */
export const searchProgressSchema = z.object({
  lines: whole,
  candidates: whole,
  tried: whole,
  fates: z.object({
    'does not build': whole,
    'breaks a test': whole,
    'changes nothing': whole,
    'hangs or crashes': whole,
    improves: whole,
  }),
  seconds: z.number(),
  perSecond: z.number(),
  isOver: z.boolean(),
});
export type SearchProgress = z.infer<typeof searchProgressSchema>;

/** Candidates that mend a test and break none, the proposed one first. Each is plausible, none is proved. */
export const searchAlternativesSchema = z.array(
  z.object({
    change: z.string(),
    mended: whole,
    failing: whole,
    /** What speaks against it, a clause each: it takes behaviour away, it brings a warning. */
    doubts: z.array(z.string()),
    diff: z.string(),
  }),
);
export type SearchAlternatives = z.infer<typeof searchAlternativesSchema>;
