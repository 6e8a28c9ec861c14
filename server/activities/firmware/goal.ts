import picomatch from 'picomatch';
import type { FirmwareLoopInput } from '#lib/machines/firmware-loop/input.ts';

/** Whether a test counts for the goal: all do, or those whose key or name a pattern matches. */
export function goalFilter(
  tests: FirmwareLoopInput['goal']['tests'],
): (test: { key: string; name: string }) => boolean {
  if (tests === 'all') return () => true;
  const matches = picomatch([...tests], { dot: true, flags: 's' });
  return ({ key, name }) => matches(key) || matches(name);
}
