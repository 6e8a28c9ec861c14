/** A kind of trouble that its own words give away. */
interface CauseRule {
  readonly says: RegExp;
  /** `$1` and so on stand for what the expression has caught. */
  readonly cause: string;
}

/** Keywords and error codes of compilers, linkers, C libraries, sanitizers, processors and test frameworks. */
const rules: readonly CauseRule[] = [
  { says: /([\w./-]+\.\w+):(\d+)(?::\d+)?: (?:fatal )?error: (.{1,120})/, cause: 'the compiler stops at $1:$2: $3' },
  { says: /undefined reference to [`'](\w+)'/, cause: 'nothing that is linked defines $1' },
  { says: /multiple definition of [`'](\w+)'/, cause: '$1 is defined more than once' },
  { says: /region [`'](\w+)' overflowed by (\d+) bytes/, cause: 'the image is $2 bytes too large for $1' },
  { says: /AddressSanitizer: ([\w-]+)/, cause: 'memory is misused: $1' },
  { says: /runtime error: (.{1,120})/, cause: 'undefined behaviour: $1' },
  { says: /stack smashing|stack overflow/i, cause: 'more is written to the stack than there is room' },
  { says: /double free|(?:free|malloc|realloc)\(\): /, cause: 'memory is freed twice, or written beyond its end' },
  {
    says: /\b(?:Hard|Bus|Usage|MemManage)[ _]?Fault\b/i,
    cause: 'an access to an address that is not there, or not aligned',
  },
  { says: /Segmentation fault|SIGSEGV|0xC0000005/i, cause: 'a pointer that is null or wild' },
  { says: /SIGABRT|Assertion .{1,120} failed/, cause: 'an assertion that does not hold' },
  { says: /SIGFPE|division by zero/i, cause: 'a division by zero' },
  {
    says: /\bhung\b|time[- ]?out|deadline|printed nothing for/i,
    cause: 'a loop that does not end, or an event that never comes',
  },
  {
    says: /Expected:?\s+<?(\S{1,60}?)>?\s+(?:but )?was:?\s+<?(\S{1,60})/i,
    cause: 'a value is $2 where $1 is expected',
  },
];

const mostCauses = 5;

/** What the texts give away, a clause each, in the order of the rules; each rule speaks once. */
export function likelyCauses(texts: readonly string[]): readonly string[] {
  return rules
    .flatMap(({ says, cause }) => {
      const found = texts.map((text) => says.exec(text)).find((match) => match !== null);
      return found == null ? [] : [cause.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '')];
    })
    .slice(0, mostCauses);
}
