import type { Refused } from '../capabilities.ts';
import type { Bench, Driver } from '../driver.ts';
import { collectBundle } from './bundle.ts';
import { type Redfish, redfishClient } from './client.ts';
import { readEvents } from './events.ts';
import { readPower, setPower } from './power.ts';
import { readSensors } from './sensors.ts';
import { type RedfishService, redfishService } from './service.ts';
import { update } from './update.ts';

/** A management controller that speaks Redfish: power, update of its firmware, sensors, log and first-failure bundle. */
export function redfishDriver(connection: Redfish, bench: Bench): Driver {
  const withService = async <Told extends { readonly ok: boolean }>(
    work: (service: RedfishService) => Promise<Told>,
  ): Promise<Told | Refused> => {
    const client = await redfishClient(connection, bench);
    return 'send' in client ? await work(redfishService(client)) : client;
  };
  return {
    power: {
      read: (signal) => withService((service) => readPower(service, connection, signal)),
      set: (action, signal) => withService((service) => setPower(service, connection, { action, signal })),
    },
    flash: { write: (image, signal) => withService((service) => update(service, connection, { image, signal })) },
    sensors: {
      read: (signal) => withService((service) => readSensors(service, signal)),
      events: (signal) => withService((service) => readEvents(service, connection, signal)),
      bundle: (signal) => withService((service) => collectBundle(service, connection, signal)),
    },
    close: async () => undefined,
  };
}
