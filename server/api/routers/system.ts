import { backlog, runnerRows } from '#server/store/pages/stack-health.ts';
import { procedure, router } from '../trpc.ts';

/** Work that has waited for longer than this is worth a look, seconds. */
const longWait = 30;

export const systemRouter = router({
  health: procedure('system.health').query(async ({ ctx: { services } }) => {
    const [runners, waiting] = await Promise.all([runnerRows(services.pool), backlog(services.pool)]);
    const live = runners.filter((runner) => runner.status === 'live' && runner.silentFor < 20);
    const sandboxed = live.every((runner) => runner.sandbox.available === true);
    const slow = (waiting.oldest ?? 0) > longWait;
    const parts = [
      { name: 'database', tone: 'good' as const, word: services.hub.connected ? 'connected' : 'reconnecting' },
      {
        name: 'runners',
        tone: live.length === 0 ? ('bad' as const) : ('good' as const),
        word:
          live.length === 0
            ? 'none: nothing is worked on'
            : `${live.length} live, ${live.reduce((sum, one) => sum + one.slots, 0)} slots`,
      },
      {
        name: 'sandbox',
        tone: sandboxed ? ('good' as const) : ('attention' as const),
        word: sandboxed
          ? 'commands are locked in'
          : `not everywhere: ${live.find((one) => one.sandbox.available !== true)?.sandbox.because ?? ''}`,
      },
      {
        name: 'queue',
        tone: slow ? ('attention' as const) : ('good' as const),
        word: waiting.queued === 0 ? 'empty' : `${waiting.queued} waiting, oldest ${Math.round(waiting.oldest ?? 0)} s`,
      },
    ];
    const worst = parts.find((part) => part.tone === 'bad') ?? parts.find((part) => part.tone === 'attention');
    return {
      tone: worst?.tone ?? ('good' as const),
      word: worst === undefined ? 'healthy' : `${worst.name}: ${worst.word}`,
      parts,
    };
  }),
});
