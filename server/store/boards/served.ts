/**
 * Which boards `b` the runner `$1` reaches: those of its site, or of sites that have no runner of their own, at its host or at
 * none in particular.
 */
export const servedBy = `EXISTS (SELECT 1 FROM runner me WHERE me.id = $1 AND me.ended_at IS NULL
  AND (me.site = b.site OR me.site IS NULL AND NOT EXISTS (
    SELECT 1 FROM runner other WHERE other.site = b.site AND other.status = 'live'))
  AND (b.host IS NULL OR b.host IN (me.host_id, me.host_name)))`;
