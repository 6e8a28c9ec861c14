/** What a group of agent calls has cost, as the columns `tokens` and `money`; a sum with something unknown in it is unknown. */
export const knownCost = `
  CASE WHEN bool_and(output IS NOT NULL) THEN sum(uncached_input + cache_read + cache_write + output)::float8 END AS tokens,
  CASE WHEN bool_and(money IS NOT NULL) THEN sum(money) END AS money`;
