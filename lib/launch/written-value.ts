/** What was written into a field, as the project file would have it: a number or a yes or no where it reads as one. */
export function writtenValue(text: string): string | number | boolean {
  const trimmed = text.trim();
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  const number = Number(trimmed.replace(',', '.'));
  return trimmed === '' || Number.isNaN(number) ? trimmed : number;
}
