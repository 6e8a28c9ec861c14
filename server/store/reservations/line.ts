/** So many transactions on reservations at once from one process; more would only hold connections while they wait. */
const mostAtOnce = 8;

const waiting: (() => void)[] = [];
let underWay = 0;

/** Does something when there is room for it; who waits holds no connection meanwhile, so that no wait runs into its time-out. */
export async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (underWay < mostAtOnce) underWay += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }
}
