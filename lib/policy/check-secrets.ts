import { type FileDiff, pathOf } from '#lib/diff/parsed-diff.ts';
import { type Finding, type PolicyFacts, refusal } from './policy.ts';

/** Refuses a patch that shows a secret in any of its lines: what is kept of it is not what the file would hold, and nobody shall read it. */
export function checkSecrets(file: FileDiff, { hidesSecret = () => false }: PolicyFacts): Finding[] {
  const path = pathOf(file);
  return file.hunks
    .flatMap(({ lines }) => lines)
    .filter(({ text }) => hidesSecret(text))
    .map(({ kind, newLine, oldLine }) => ({
      ...refusal('secret-shown', path, kind === 'context' ? beside : inLine),
      line: newLine ?? oldLine,
      side: newLine === null ? 'old' : 'new',
    }));
}

const inLine = 'the line holds what looks like a secret: it must come from outside of the source';
const beside =
  'a line beside the change holds what looks like a secret, which a patch would show: take it out of the source';
