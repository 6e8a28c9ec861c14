/** The beginning of an id that branches, commands and pages all show: the first 8 characters. An id of up to 12 is shown whole. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : id.slice(0, 8);
}
