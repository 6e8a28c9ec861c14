/** The person in whose name somebody acts: a program with a token signs as `ada@example.org (token ci)`, and is no second person. */
export function personBehind(actor: string): string {
  return actor.replace(/ \(token .*\)$/s, '');
}
