/** What one result may cost in memory. Whatever exceeds a limit is cut, and a warning says so. */
export interface Limits {
  /** Characters of one line of console output. */
  lineChars: number;
  /** Characters of one line that a user's own expression is applied to: bounds its backtracking. */
  patternLineChars: number;
  /** Characters of one run of text between two XML tags. */
  xmlTextChars: number;
  /** Characters of one XML tag with its attributes, or of one element of a JSON array. */
  elementChars: number;
  messageChars: number;
  /** Characters of all messages of a result together. */
  allMessageChars: number;
  nameChars: number;
  /** Tests of one result; with more it is incomplete. */
  cases: number;
  /** Tests of one name that a format tells apart by their order; with more the result is incomplete. */
  repeats: number;
  /** Attempts of one test. */
  attempts: number;
  warnings: number;
}

export const defaultLimits: Limits = {
  lineChars: 65_536,
  patternLineChars: 2_000,
  xmlTextChars: 262_144,
  elementChars: 4_194_304,
  messageChars: 16_384,
  allMessageChars: 33_554_432,
  nameChars: 1_000,
  cases: 50_000,
  repeats: 20_000,
  attempts: 100,
  warnings: 200,
};

/** The text, or its beginning with a visible mark that the rest was cut. */
export function capped(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} more characters)`;
}
