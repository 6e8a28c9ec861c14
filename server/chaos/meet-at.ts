import type { Pool, QueryConfig } from 'pg';

/** A pool that does something else just before or after it first runs the statement of that name: two processes meet at the worst moment. */
export function meetAt(
  pool: Pool,
  statement: string,
  meeting: { readonly before?: () => Promise<unknown>; readonly after?: () => Promise<unknown> },
): Pool {
  let met = false;
  const query = async (config: QueryConfig, values?: unknown[]): Promise<unknown> => {
    if (met || config.name !== statement) return await pool.query(config, values);
    met = true;
    await meeting.before?.();
    const answer = await pool.query(config, values);
    await meeting.after?.();
    return answer;
  };
  return new Proxy(pool, {
    get: (target, property) => (property === 'query' ? query : Reflect.get(target, property, target)),
  });
}
