type Sent<T> = T extends readonly (infer One)[]
  ? Sent<One>[]
  : T extends object
    ? { [Key in keyof T]: Sent<T[Key]> }
    : T;

/** What the API answers to the server, as a browser gets it: JSON, whose lists belong to whoever read it. */
export function asSent<T>(answer: T): Sent<T> {
  return JSON.parse(JSON.stringify(answer));
}
