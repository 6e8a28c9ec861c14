/** What compilers, make, test frameworks, a shell and Firmloop itself write where something went wrong. */
const trouble =
  /(?:^|[\s:])(?:fatal )?error[: ]|\*\*\*|:FAIL\b|^not ok |Segmentation fault|ended by SIG(?:SEGV|ABRT|BUS|FPE|ILL|TRAP)|undefined reference/i;

/** Whether a line of a log tells of an error. */
export function tellsTrouble(line: string): boolean {
  return trouble.test(line);
}
