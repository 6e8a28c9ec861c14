import type { APIRequestContext } from '@playwright/test';
import { defaultPlan } from '#lib/boards/health/plan.ts';
import { mutate } from '../e2e/support/api.ts';
import { emulatedBoard } from '../e2e/support/emulated-board.ts';

const inventory = `
sites: { berlin: { note: third floor }, rome: { note: by the window } }
boards:
  - { name: stm32f4-01, type: stm32f4, serial: "000683759358", tags: [can, rev=b] }
  - { name: stm32f4-02, type: stm32f4, serial: "000683759359", tags: [can, rev=c] }
  - { name: stm32f4-03, type: stm32f4, serial: "000683759412", tags: [rev=c] }
  - { name: nrf52-01, type: nrf52, serial: "0006", tags: [ble] }
  - { name: nrf52-02, type: nrf52, serial: "0007", tags: [ble], site: rome, host: lab-pc-7 }
`;

const hour = 3_600_000;

/** A farm of boards as the guide shows it: some taken, some booked, one emulated board that is checked and talked with. Gives that one's id. */
export async function furnishFarm(request: APIRequestContext): Promise<string> {
  const reserve = (selector: string, more: object) =>
    mutate(request, 'boards.reserve', { selector, minutes: 120, ...more });
  await mutate(request, 'boards.import', { text: inventory, site: 'berlin', dryRun: false });
  const soon = Math.ceil(Date.now() / hour) * hour;
  await reserve('stm32f4-01', { purpose: 'bring-up of the CAN driver' });
  await reserve('stm32f4-01', { from: soon + 4 * hour, minutes: 480, purpose: 'soak test' });
  await reserve('stm32f4-03', { from: soon + 20 * hour, minutes: 600, purpose: 'release candidate' });
  await reserve('stm32f4-01', { minutes: 60, wait: true, purpose: 'after the bring-up' });
  const again = {
    selector: 'nrf52-01',
    minutes: 180,
    firstAt: soon + 2 * hour,
    zone: 'UTC',
    purpose: 'nightly radio test',
  };
  await mutate(request, 'boards.repeat', { ...again, rule: 'FREQ=DAILY' });

  const { id, name, type } = await emulatedBoard(request, 'mps2');
  const plan = { ...defaultPlan, everyMinutes: 1_440, beforeWork: true, heartbeat: '^ready>' };
  await mutate(request, 'boards.saveCheckPlan', { type, plan });
  await mutate(request, 'consoles.check', { board: id });
  await reserve(name, { minutes: 60, purpose: 'trying the echo' });
  const session = await mutate<{ id: string }>(request, 'consoles.open', { board: id });
  await mutate(request, 'consoles.power', { board: id, action: 'on' });
  const bytes = Buffer.from('hello, board').toString('base64');
  await mutate(request, 'consoles.say', { board: id, session: session.id, bytes });
  return id;
}
