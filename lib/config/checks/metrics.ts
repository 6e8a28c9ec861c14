import { type Check, wrong } from './check.ts';
import { namedGroups } from './named-groups.ts';

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
    if (pattern === undefined || namedGroups(pattern)?.includes('value')) return [];
    return [
      wrong(
        [...place, 'pattern'],
        `the pattern of the metric \`${name}\` has no group named \`value\``,
        'Name it, as in `Total\\s+(?<value>\\d+)`.',
      ),
    ];
  });
