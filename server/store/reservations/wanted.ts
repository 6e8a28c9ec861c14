/** SQL of selectors as rows: `FROM jsonb AS want(…)`. */
export function wantsIn(json: string): string {
  return `jsonb_to_recordset(${json}) AS want(name text, type text, site text, serial text, tags text[])`;
}

/** SQL of whether the selector `want` means a board, by the alias of the board's table. */
export function meansBoard(board: string): string {
  const each = ['name', 'type', 'site', 'serial'].map(
    (field) => `(want.${field} IS NULL OR want.${field} = ${board}.${field})`,
  );
  return `${each.join(' AND ')} AND ${board}.tags @> coalesce(want.tags, '{}')`;
}
