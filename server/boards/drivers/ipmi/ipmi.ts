import type { PowerReading } from '../capabilities.ts';
import type { Bench, Driver } from '../driver.ts';
import { readSwitchWord } from '../power/read-switch-word.ts';
import { switchAndSee } from '../power/switch-and-see.ts';
import { driverTunables } from '../tunables.ts';
import { type Ipmi, ipmitool } from './ipmitool.ts';
import { readEventTable, readSensorTable } from './read-tables.ts';
import { openSerialOverLan } from './serial-over-lan.ts';

/** A management controller that speaks IPMI, through ipmitool: power, console, sensors and event log. */
export function ipmiDriver(connection: Ipmi, bench: Bench): Driver {
  const tell = (command: readonly string[], signal: AbortSignal) => ipmitool(connection, bench, command, signal);
  const read = async (signal: AbortSignal): Promise<PowerReading> => {
    const answer = await tell(['chassis', 'power', 'status'], signal);
    const on = answer.ok ? readSwitchWord(answer.stdout) : null;
    return on === null ? { ok: false, reason: answer.reason } : { ok: true, on };
  };
  return {
    power: {
      read,
      set: (action, signal) =>
        switchAndSee(
          {
            turn: async (on) => {
              const { ok, reason } = await tell(['chassis', 'power', on ? 'on' : 'off'], signal);
              return { ok, reason };
            },
            read: () => read(signal),
            settleMs: driverTunables.settleMs,
          },
          action,
          signal,
        ),
    },
    console: { open: (signal) => openSerialOverLan(connection, bench, signal) },
    sensors: {
      async read(signal) {
        const { ok, stdout, reason } = await tell(['-c', 'sdr', 'list'], signal);
        return ok ? { ok, readings: readSensorTable(stdout) } : { ok, reason };
      },
      async events(signal) {
        const { ok, stdout, reason } = await tell(['sel', 'elist'], signal);
        return ok ? { ok, events: readEventTable(stdout) } : { ok, reason };
      },
    },
    close: async () => undefined,
  };
}
