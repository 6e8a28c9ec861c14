/** The fields of a line of CSV with commas, semicolons or bars between them; a field in quotes may hold any of these. */
export function splitFields(line: string, separator: string): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"' && isQuoted && line[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      fields.push(field.trim());
      field = '';
    } else field += character;
  }
  return [...fields, field.trim()];
}

/** The first of these that a line has stands between its fields; null for a line with none. */
export function separatorOf(line: string): string | null {
  return ['|', ';', ','].find((separator) => line.includes(separator)) ?? null;
}
