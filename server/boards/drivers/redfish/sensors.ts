import type { SensorReading, SensorReadings } from '../capabilities.ts';
import { rootPath } from './find.ts';
import { chassisSchema, rootSchema, sensorSchema, thermalSchema } from './resources.ts';
import type { RedfishService } from './service.ts';

/** All sensors of all chassis: from the collection of sensors, or from the older thermal page. */
export async function readSensors(service: RedfishService, signal: AbortSignal): Promise<SensorReadings> {
  const root = await service.get(rootPath, rootSchema, signal);
  if (!root.ok) return root;
  if (root.value.Chassis === undefined) return { ok: false, reason: 'the controller knows no chassis' };
  const chassis = await service.members(root.value.Chassis['@odata.id'], chassisSchema, signal);
  if (!chassis.ok) return chassis;
  const readings: SensorReading[] = [];
  for (const { Sensors, Thermal } of chassis.value) {
    if (Sensors !== undefined) readings.push(...(await fromSensors(service, Sensors['@odata.id'], signal)));
    else if (Thermal !== undefined) readings.push(...(await fromThermal(service, Thermal['@odata.id'], signal)));
  }
  return { ok: true, readings };
}

async function fromSensors(service: RedfishService, path: string, signal: AbortSignal): Promise<SensorReading[]> {
  const all = await service.members(path, sensorSchema, signal);
  if (!all.ok) return [];
  return all.value.map(({ Name, Reading, ReadingUnits, Status }) => ({
    name: Name ?? '',
    value: Reading ?? null,
    unit: ReadingUnits ?? null,
    status: Status?.Health ?? Status?.State ?? '',
  }));
}

async function fromThermal(service: RedfishService, path: string, signal: AbortSignal): Promise<SensorReading[]> {
  const page = await service.get(path, thermalSchema, signal);
  if (!page.ok) return [];
  return page.value.Temperatures.map(({ Name, ReadingCelsius, Status }) => ({
    name: Name ?? '',
    value: ReadingCelsius ?? null,
    unit: 'Cel',
    status: Status?.Health ?? Status?.State ?? '',
  }));
}
