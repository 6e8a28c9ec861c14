import type { ControllerEvent, SensorReading } from '../capabilities.ts';

/** Lines of `ipmitool -c sdr list`: name, value, unit, status. A sensor that is off has no value, and `ns` for its status. */
export function readSensorTable(text: string): SensorReading[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', value = '', ...rest] = line.trim().split(',');
    const status = rest.at(-1) ?? '';
    if (name === '' || rest.length === 0) return [];
    const number = value === '' ? Number.NaN : Number(value);
    const unit = rest.length > 1 && rest[0] !== '' ? (rest[0] ?? null) : null;
    return [{ name, value: Number.isFinite(number) ? number : null, unit, status }];
  });
}

/** Lines of `ipmitool sel elist`: id, date, time, what. Before its clock was set a controller says `Pre-Init` and counts seconds. */
export function readEventTable(text: string): ControllerEvent[] {
  return text.split('\n').flatMap((line) => {
    const [id = '', date = '', time = '', ...what] = line.split('|').map((cell) => cell.trim());
    if (!/^[0-9a-f]+$/i.test(id) || what.length === 0) return [];
    return [{ id, at: /^\d/.test(date) ? `${date} ${time}` : null, text: what.join(', ') }];
  });
}
