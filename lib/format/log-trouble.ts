/** What compilers, make and test frameworks write where something went wrong. */
const trouble = /(?:^|[\s:])(?:fatal )?error[: ]|\*\*\*|:FAIL\b|^not ok |Segmentation fault|undefined reference/i;

/** Whether a line of a log tells of an error. */
export function tellsTrouble(line: string): boolean {
  return trouble.test(line);
}
