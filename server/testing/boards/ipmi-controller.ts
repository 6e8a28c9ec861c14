import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionOf } from '#lib/boards/connections.ts';
import { captureCommand } from '#server/process/capture-command.ts';
import { type Daemon, freePort, startDaemon } from './daemon.ts';

export const ipmiPassword = 'of-the-bench';

/** A management controller: OpenIPMI's simulator with a switch (a file), a console that echoes, a sensor and one event. */
export async function startIpmiController(
  folder: string,
): Promise<Daemon & { readonly connection: ConnectionOf<'ipmi'> }> {
  const [port, consolePort] = [await freePort(), await freePort()];
  await mkdir(join(folder, 'state'));
  await writeFile(join(folder, 'chassis'), chassis(join(folder, 'is-on')));
  await chmod(join(folder, 'chassis'), 0o755);
  await writeFile(join(folder, 'lan.conf'), lan(folder, port, consolePort));
  await writeFile(join(folder, 'setup.emu'), setup);
  const echo = ['socat', `TCP-LISTEN:${consolePort},bind=127.0.0.1,reuseaddr,fork`, 'EXEC:cat'] as const;
  const line = await startDaemon(echo, { cwd: folder, answers: async () => true });
  const simulator = await startDaemon(
    ['ipmi_sim', '-n', '-c', 'lan.conf', '-f', 'setup.emu', '-s', join(folder, 'state')],
    { cwd: folder, answers: () => answers(folder, port) },
  );
  return {
    connection: { type: 'ipmi', host: '127.0.0.1', port, user: 'farm', password: 'bmc', cipher: 3 },
    stop: async () => void (await Promise.all([simulator.stop(), line.stop()])),
  };
}

async function answers(cwd: string, port: number): Promise<boolean> {
  const words = ['-I', 'lanplus', '-C', '3', '-H', '127.0.0.1', '-p', String(port), '-U', 'farm', '-E', '-R', '1'];
  const { outcome } = await captureCommand({
    argv: ['ipmitool', ...words, '-N', '1', 'chassis', 'power', 'status'],
    cwd,
    env: { IPMI_PASSWORD: ipmiPassword },
    marker: 'testing/ipmi',
  });
  return outcome.exitCode === 0;
}

/** Called as `0x20 get power`, `0x20 set power 1`. */
function chassis(state: string): string {
  return `#!/bin/sh
case "$2" in
get) [ -e ${state} ] && echo power:1 || echo power:0 ;;
set) if [ "$4" = 1 ]; then touch ${state}; else rm -f ${state}; fi ;;
esac
`;
}

function lan(folder: string, port: number, consolePort: number): string {
  const levels = ['callback', 'user', 'operator', 'admin'];
  return `name "bench"
set_working_mc 0x20
startlan 1
  addr 127.0.0.1 ${port}
  priv_limit admin
${levels.map((level) => `  allowed_auths_${level} none md2 md5 straight`).join('\n')}
  guid a123456789abcdefa123456789abcdef
endlan
chassis_control "${join(folder, 'chassis')} 0x20"
sol "tcp:127.0.0.1:${consolePort}" 115200
user 2 true "farm" "${ipmiPassword}" admin 10 none md2 md5 straight
`;
}

/** A full sensor record (IPMI 2.0, table 43-1) of a temperature named "Board Tem", at 42 °C, and an event of it. */
const record =
  '00 00 51 01 34 20 00 01 03 01 67 88 01 01 00 00 00 00 00 00 00 01 00 00 01 00 00 00 00 00 07 20 50 10 ff 00 00 00 00 00 00 00 02 02 00 00 00 c9 42 6f 61 72 64 20 54 65 6d';
const event = '02 00 10 20 65 20 00 04 01 01 01 57 2a 50';
const all = '000111111111111';

const setup = `mc_setbmc 0x20
mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02 persist_sdr
sel_enable 0x20 100 0x0a
sensor_add 0x20 0 1 0x01 0x01
sensor_set_event_support 0x20 0 1 enable scanning per-state ${all} ${all} ${all} ${all}
sensor_set_value 0x20 0 1 0x2a 0
main_sdr_add 0x20 ${hex(record)}
sel_add 0x20 ${hex(event)}
mc_enable 0x20
`;

function hex(bytes: string): string {
  return bytes
    .split(' ')
    .map((byte) => `0x${byte}`)
    .join(' ');
}
