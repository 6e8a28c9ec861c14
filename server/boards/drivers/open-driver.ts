import type { Connection, ConnectionType } from '#lib/boards/connections.ts';
import type { Bench, Driver, DriverOf } from './driver.ts';
import { flashCalls } from './flash/flash-arguments.ts';
import { flashByCommandDriver, probeDriver } from './flash/flash-driver.ts';
import { guarded } from './guarded.ts';
import { ipmiDriver } from './ipmi/ipmi.ts';
import { rfc2217Driver } from './line/rfc2217.ts';
import { serialDriver } from './line/serial.ts';
import { tcpDriver } from './line/tcp.ts';
import { powerByCommand } from './power/by-command.ts';
import { powerByHttp } from './power/by-http.ts';
import { qemuDriver } from './qemu/qemu.ts';
import { redfishDriver } from './redfish/redfish.ts';
import { sshDriver } from './ssh/ssh.ts';

type Drivers = { readonly [Type in ConnectionType]: DriverOf<Type> };

/** How each kind of connection is worked. */
const drivers: Drivers = {
  qemu: qemuDriver,
  serial: serialDriver,
  rfc2217: rfc2217Driver,
  tcp: tcpDriver,
  ssh: sshDriver,
  ipmi: ipmiDriver,
  redfish: redfishDriver,
  'power-command': powerByCommand,
  pdu: powerByHttp,
  openocd: (tool, bench) => probeDriver(bench, tool, (target) => flashCalls.openocd(tool, target)),
  pyocd: (tool, bench) => probeDriver(bench, tool, (target) => flashCalls.pyocd(tool, target)),
  jlink: (tool, bench) => probeDriver(bench, tool, (target) => flashCalls.jlink(tool, target)),
  esptool: (tool, bench) => probeDriver(bench, { port: tool.path }, (target) => flashCalls.esptool(tool, target)),
  stm32programmer: (tool, bench) => probeDriver(bench, tool, (target) => flashCalls.stm32programmer(tool, target)),
  west: (tool, bench) => probeDriver(bench, tool, (target) => flashCalls.west(tool, target)),
  'flash-command': flashByCommandDriver,
};

/** The driver of one connection. It always answers in time, and closing it never fails. */
export function openDriver(connection: Connection, bench: Bench): Driver {
  // The type of a row follows from its key, which the compiler cannot carry through the look-up.
  const open = drivers[connection.type] as DriverOf<ConnectionType>;
  return guarded(open(connection, bench));
}
