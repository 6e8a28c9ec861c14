import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFixtures } from './testing/all-fixtures.ts';
import { parse } from './testing/fixture.ts';

for (const { format, options, rows } of allFixtures) {
  describe(format, () => {
    it('gives the same result wherever the text is cut in two', { timeout: 60_000 }, () => {
      for (const { text } of rows) {
        const whole = parse(format, options, text);
        for (let at = 1; at < text.length; at += 1) {
          expect(parse(format, options, text.slice(0, at), text.slice(at)), `cut at ${at}`).toEqual(whole);
        }
      }
    });

    it('gives the same result character by character', () => {
      for (const { text } of rows) expect(parse(format, options, ...text)).toEqual(parse(format, options, text));
    });

    it('gives the same result for any text in any pieces', () => {
      const piece = fc.oneof(
        fc.constantFrom(...rows.flatMap(({ text }) => text.split(/(?<=\n)/))),
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('\r', '\n', '\u001b[31m', '\u001b', '\b', '\0', '<', '&', '"', ']]>', '<![CDATA[', '<!--'),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          expect(parse(format, options, ...pieces)).toEqual(parse(format, options, pieces.join('')));
        }),
        { numRuns: 200 },
      );
    });

    it('is never complete with fewer tests than the whole, wherever the text ends', () => {
      const ended = rows.filter(({ incomplete, isSeveral }) => incomplete === undefined && !isSeveral);
      for (const { text, says } of ended) {
        const whole = parse(format, options, text);
        for (let at = 0; at < text.length; at += 1) {
          const part = parse(format, options, text.slice(0, at));
          const isUnnoticed =
            part.complete && part.counts.total < whole.counts.total && part.counts.passed === part.counts.total;
          expect(
            isUnnoticed && part.counts.total > 0,
            `${says}, cut at ${at}: ${JSON.stringify(text.slice(0, at).slice(-40))}`,
          ).toBe(false);
        }
      }
    });
  });
}
