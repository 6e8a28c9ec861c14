/**
 * How one question to a service came out. `unavailable`: it does not answer, and may do so later. `unreadable`: what it
 * says is no answer, and another try may be better. `refused`: asking again is of no use.
 */
export type ServiceAnswer<Value> =
  | { readonly outcome: 'answered'; readonly value: Value }
  | { readonly outcome: 'unavailable' | 'unreadable' | 'refused'; readonly reason: string };
