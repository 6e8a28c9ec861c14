import { randomKills } from '#server/chaos/random-kills.ts';
import { atMost, type Bench, plainFigure } from './bench.ts';

const count = 200;

/** `FIRMLOOP_SEED` repeats an earlier sequence. */
export const kills: Bench = {
  does: `${count} kills of runner or Postgres at random moments`,
  async run(say) {
    const seed = Number(process.env.FIRMLOOP_SEED ?? Math.floor(Math.random() * 2 ** 31));
    say(`seed ${seed}`);
    const report = await randomKills({ kills: count, seed, report: say });
    for (const breach of report.breaches) say(breach);
    return [
      plainFigure('seed', String(seed)),
      plainFigure('killed', `runner ${report.kills.runner}, Postgres ${report.kills.postgres}`),
      plainFigure(
        'runs',
        Object.entries(report.outcomes)
          .map(([outcome, times]) => `${times} ${outcome}`)
          .join(', '),
      ),
      plainFigure('activities cut off', String(report.lost)),
      atMost('slowest take-over', report.slowestTakeOverMs / 1_000, 20, 's', 1),
      atMost('promises broken', report.breaches.length, 0, '', 0),
    ];
  },
};
