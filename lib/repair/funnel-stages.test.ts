import { expect, test } from 'vitest';
import { funnelStages } from './funnel-stages.ts';

test('each stage is what the one before it left', () => {
  const fates = {
    'does not build': 10,
    'hangs or crashes': 0,
    'breaks a test': 60,
    'changes nothing': 28,
    improves: 2,
  };
  expect(funnelStages({ tried: 100, fates })).toEqual([
    { label: 'tried', left: 100, lost: '' },
    { label: 'build', left: 90, lost: '10 do not build' },
    { label: 'run to the end', left: 90, lost: '' },
    { label: 'break no test', left: 30, lost: '60 break a test' },
    { label: 'mend a test', left: 2, lost: '28 change nothing' },
  ]);
});
