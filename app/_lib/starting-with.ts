/** When what came with a page arrived in this browser, epoch milliseconds. */
const arrivals = new WeakMap<object, number>();

interface Start<Data> {
  readonly initialData: Data;
  readonly initialDataUpdatedAt: number;
}

/**
 * The options of a query that starts with what came with its page. Whoever shows it again after the query was forgotten, a page
 * that is gone back to among them, shows it as old as it is, and reads again. Nothing to start with gives no options.
 */
export function startingWith<Data extends object>(first: Data): Start<Data>;
export function startingWith<Data extends object>(first: Data | null | undefined): Start<Data> | undefined;
export function startingWith<Data extends object>(first: Data | null | undefined): Start<Data> | undefined {
  if (first == null) return;
  noteArrival(first);
  return { initialData: first, initialDataUpdatedAt: arrivals.get(first) ?? 0 };
}

/** That this is here by now: for what comes with a page whose part that starts with it may be opened much later. */
export function noteArrival(first: object | null | undefined): void {
  if (first != null && !arrivals.has(first)) arrivals.set(first, Date.now());
}
