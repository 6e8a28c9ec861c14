import type { ChangedLine } from './changed-lines.ts';
import { type Construct, constructs, type Sign } from './constructs.ts';
import { languageOf } from './languages.ts';
import type { Finding, Policy } from './policy.ts';
import { constructRules } from './rules.ts';

/** Looks for dangerous constructs in a file's changed lines. */
export function checkConstructs(path: string, lines: readonly ChangedLine[], policy: Policy): Finding[] {
  const language = languageOf(path);
  return constructRules.flatMap((rule) => {
    const { severity: usual, because, signs }: Construct = constructs[rule];
    const severity = policy.rules[rule] ?? usual;
    if (severity === 'off') return [];
    const hits = signs.filter((sign) => sign.in.includes(language)).flatMap((sign) => linesShowing(sign, lines));
    return hits.map(
      ({ kind, line, text }): Finding => ({
        rule,
        severity,
        path,
        line,
        side: kind === 'add' ? 'new' : 'old',
        message: `${because}: ${kind === 'add' ? '' : 'removed '}${excerpt(text)}`,
      }),
    );
  });
}

/** The lines in which a sign shows: the added ones, but for `fewer`. */
export function linesShowing(
  sign: Pick<Sign, 'change' | 'reads' | 'pattern'>,
  lines: readonly ChangedLine[],
): readonly ChangedLine[] {
  const shows = (kind: ChangedLine['kind']) =>
    lines.filter((line) => line.kind === kind && sign.pattern.test(line[sign.reads]));
  return showing[sign.change](shows('add'), shows('delete'));
}

const showing = {
  added: (come) => come,
  more: (come, gone) => (come.length > gone.length ? come : []),
  fewer: (come, gone) => (gone.length > come.length ? gone : []),
} satisfies Record<
  Sign['change'],
  (come: readonly ChangedLine[], gone: readonly ChangedLine[]) => readonly ChangedLine[]
>;

/** Enough of a line to recognise it. */
export function excerpt(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 80 ? `${trimmed.slice(0, 80).toWellFormed()}…` : trimmed;
}
