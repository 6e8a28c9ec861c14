import { type Check, wrong } from './check.ts';
import { checkExpression } from './expression.ts';

/** Every metric can be measured. */
export const checkMetrics: Check = (config) =>
  Object.entries(config.metrics).flatMap(([name, { command, pattern }]) => {
    const place = ['metrics', name];
    if (command === undefined && pattern === undefined)
      return [
        wrong(
          place,
          `the metric \`${name}\` has neither \`command\` nor \`pattern\``,
          'Say where the number comes from, for example `command: size build/firmware.elf`.',
        ),
      ];
    return pattern === undefined ? [] : checkExpression([...place, 'pattern'], pattern, ['value']);
  });
