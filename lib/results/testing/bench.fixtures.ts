import { type FormatFixtures, lines } from './fixture.ts';

export const hardwareMapFixtures: FormatFixtures<'hardware-map'> = {
  format: 'hardware-map',
  options: {},
  rows: [
    {
      says: "a map of Twister's, whose ids keep their zeros and whose bad boards are the bench's trouble",
      isSeveral: true,
      text: lines(
        '- connected: yes',
        '  id: 000683759358',
        '  platform: nrf52840dk/nrf52840',
        '  product: J-Link',
        '  runner: nrfjprog',
        '  serial: /dev/serial/by-id/usb-SEGGER_J-Link_000683759358-if00',
        '- connected: true',
        '  id: 0006',
        '  platform: frdm_k64f frdm_k64f/mk64f12',
        '  product: unknown',
        '  serial: COM7',
        '# written by hand',
        '- connected: no',
        '  id: 1e3',
        '  platform: [native_sim, native_sim/64]',
        '  serial_pty: script.py',
        '- id: None',
        '  platform: disco',
        '  serial: ""',
        '- id: 0x1F',
        '  platform: disco',
        '  serial: null',
      ),
      cases: [
        'passed nrf52840dk/nrf52840::000683759358',
        'passed frdm_k64f frdm_k64f/mk64f12::0006',
        'infra native_sim native_sim/64::1e3',
        'infra disco::(without an id)',
        'infra disco::0x1F',
      ],
      holds: {
        counts: { total: 2, infra: 3 },
        cases: [
          { line: 1 },
          { line: 7 },
          { line: 13, message: /not connected/ },
          { message: /neither serial nor serial_pty/ },
          { message: /neither serial nor serial_pty/ },
        ],
      },
    },
    {
      says: 'the same id twice, and an entry that is no board',
      isSeveral: true,
      text: lines(
        '- { id: 0006, platform: a, serial: /dev/ttyACM0 }',
        '- { id: 6, platform: a, serial: /dev/ttyACM1 }',
        '- { id: 0006, platform: b, serial: /dev/ttyACM2 }',
        '- { colour: red }',
      ),
      cases: ['passed a::0006', 'passed a::6', 'passed b::0006'],
      warnings: [/the id 0006 is also that of a board in line 1/, /no board and no place/],
    },
    {
      says: 'a map in brackets over several lines',
      text: lines('[', '{ id: 1, platform: a, serial: /dev/a },', '{ id: 2, platform: a, serial: /dev/b }', ']'),
      cases: ['passed a::1', 'passed a::2'],
    },
    {
      says: 'an entry that is no YAML beside one that is',
      isSeveral: true,
      text: lines('- id: 1', '  platform: [a', '- id: 2', '  platform: b', '  serial: /dev/b'),
      cases: ['passed b::2'],
      warnings: [/this entry cannot be read: /],
      incomplete: /entry of line 1/,
    },
    {
      says: 'places of labgrid, whose tags are text',
      isSeveral: true,
      text: lines(
        '---',
        'rpi-1:',
        '  acquired: null',
        '  aliases:',
        '  - pi',
        '  comment: on the shelf',
        '  matches:',
        '  - {exporter: lab1, group: rpi-1, cls: "*", name: null}',
        '  tags: {board: rpi, rev: 010}',
        '0123:',
        '  matches: []',
        '  tags: {rev: {a: b}}',
      ),
      cases: ['passed places::rpi-1', 'infra places::0123'],
      warnings: [/the tag rev of 0123 is no text/],
      holds: { cases: [{}, { message: /matches no resource/ }] },
    },
  ],
};

const entry = (more: object): object => ({
  '@odata.id': '/redfish/v1/Systems/system/LogServices/EventLog/Entries/1',
  '@odata.type': '#LogEntry.v1_9_0.LogEntry',
  Created: '2024-01-31T12:00:00+08:00',
  EntryType: 'Event',
  Id: '1',
  Severity: 'OK',
  ...more,
});
const collection = (count: number, ...members: object[]): string =>
  JSON.stringify(
    { '@odata.type': '#LogEntryCollection.LogEntryCollection', Members: members, 'Members@odata.count': count },
    null,
    1,
  );

export const bmcFixtures: FormatFixtures<'bmc'> = {
  format: 'bmc',
  options: {},
  rows: [
    {
      says: 'a log of Redfish, with times in UTC and in the zone of the controller',
      text: collection(
        4,
        entry({
          Severity: 'Critical',
          Message: 'Sensor CPU0 Temp crossed a critical high threshold going high. Reading=99.1 Threshold=95.0.',
          MessageId: 'OpenBMC.0.1.SensorThresholdCriticalHighGoingHigh',
          MessageArgs: ['CPU0 Temp', '99.1', '95.0'],
        }),
        entry({ Severity: 'Warning', Message: 'Fan 1 is slow', Created: '2024-01-31T04:00:00Z' }),
        entry({ Message: 'Host is on', MessageId: 'OpenBMC.0.1.PowerOn', MessageArgs: [] }),
        entry({ Severity: 'Critical', Message: 'PSU failed', Resolved: true }),
      ),
      cases: [
        'failed events::SensorThresholdCriticalHighGoingHigh: CPU0 Temp',
        'skipped events::Fan 1 is slow',
        'not_run events::PowerOn',
        'not_run events::PSU failed',
        'failed events::no critical event',
      ],
      holds: {
        cases: [
          { message: /Reading=99\.1.*\n2024-01-31T04:00:00Z \(12:00:00\+08:00 at the controller\)$/ },
          { reason: /^Fan 1 is slow\n2024-01-31T04:00:00Z$/ },
          {},
          { reason: /marked as resolved/ },
          { message: '1 critical' },
        ],
      },
    },
    {
      says: 'an empty log as a passed test',
      text: collection(0),
      cases: ['passed events::no critical event'],
    },
    {
      says: 'a page of a log as an incomplete one',
      text: collection(250, entry({ Message: 'Host is on' })),
      cases: ['not_run events::Host is on', 'passed events::no critical event'],
      incomplete: /the log has 250 entries, 1 of them are in the file/,
    },
    {
      says: "the list that OpenBMC's page saves, and the same critical event twice as attempts",
      text: JSON.stringify([
        {
          id: '1',
          severity: 'Critical',
          date: '2024-01-31T04:00:00.000Z',
          type: 'Event',
          description: 'Fan 0 stopped',
        },
        {
          id: '2',
          severity: 'Critical',
          date: '2024-01-31T05:00:00.000Z',
          type: 'Event',
          description: 'Fan 0 stopped',
        },
      ]),
      cases: ['failed events::Fan 0 stopped', 'failed events::no critical event'],
      holds: { cases: [{ attempts: [{ status: 'failed' }, { status: 'failed' }] }, {}] },
    },
    {
      says: 'a log that is cut off',
      text: '{"@odata.type": "#LogEntryCollection.LogEntryCollection", "Members": [{"Severity": "OK", "Message": "on"}, {"Severity": "Crit',
      cases: ['not_run events::on', 'error events::no critical event'],
      incomplete: /last bracket/,
    },
    {
      says: 'the health of parts, of which one is not there and one still starts',
      text: JSON.stringify({
        '@odata.id': '/redfish/v1/Systems/system',
        PowerState: 'On',
        Status: { State: 'Enabled', Health: 'OK' },
        ProcessorSummary: { Count: 2, Status: { State: 'Enabled', Health: 'Critical' } },
        Members: [
          { '@odata.id': '/redfish/v1/Managers/bmc', Status: { State: 'Starting', Health: 'OK' } },
          { '@odata.id': '/redfish/v1/Chassis/psu1', Status: { State: 'Absent', Health: null } },
          { '@odata.id': '/redfish/v1/Chassis/psu0', Status: { State: 'Enabled', Health: 'Warning' } },
        ],
      }),
      cases: [
        'failed health::/redfish/v1/Systems/system#ProcessorSummary',
        'infra health::/redfish/v1/Managers/bmc',
        'not_run health::/redfish/v1/Chassis/psu1',
        'skipped health::/redfish/v1/Chassis/psu0',
        'passed health::/redfish/v1/Systems/system',
      ],
    },
    {
      says: 'what ipmitool prints, without a zone',
      isSeveral: true,
      text: lines(
        '   1 |  Pre-Init  |0000000012| System Event #0x83 | Timestamp Clock Sync | Asserted',
        '   2 | 01/31/2024 | 12:00:00 | Temperature CPU0 | Upper Critical going high | Asserted | Reading 99 > Threshold 95 degrees C',
        '   3 | 01/31/2024 | 12:05:00 | Temperature CPU0 | Upper Critical going high | Deasserted | Reading 90 > Threshold 95 degrees C',
        '   a | 01/31/24 | 12:06:00 CST | Fan 1 | Lower Non-critical going low  | Asserted',
        '   b | 01/31/2024 | 12:07:00 | Watchdog2 #0x81 | Timer expired',
      ),
      cases: [
        'not_run events::System Event #0x83: Timestamp Clock Sync',
        'failed events::Temperature CPU0: Upper Critical going high',
        'skipped events::Fan 1: Lower Non-critical going low',
        'failed events::Watchdog2 #0x81: Timer expired',
        'failed events::no critical event',
      ],
      warnings: [/times of this log have no zone/],
      holds: {
        cases: [
          { reason: /before the clock of the controller was set/ },
          {
            attempts: [
              { status: 'failed', message: /Reading 99/ },
              { status: 'not_run', message: /it is over/ },
            ],
          },
          { reason: /01\/31\/24 12:06:00 CST, in the time of the controller/ },
          {},
          { message: '2 critical' },
        ],
      },
    },
    {
      says: 'the same with commas',
      isSeveral: true,
      text: lines('1,01/31/2024,12:00:00,Power Supply PSU1,Power Supply AC lost,Asserted'),
      cases: ['failed events::Power Supply PSU1: Power Supply AC lost', 'failed events::no critical event'],
      warnings: [/no zone/],
    },
    {
      says: "FreeIPMI's table with its states",
      isSeveral: true,
      text: lines(
        'ID,Date,Time,Name,Type,State,Event',
        '1,Jan-31-2024,12:00:00,Fan 1,Fan,Critical,Lower Critical - going low ; Sensor Reading = 0.00 RPM',
        '2,Jan-31-2024,12:01:00,PSU1,Power Supply,Nominal,Presence detected',
      ),
      cases: [
        'failed events::Fan 1: Lower Critical - going low',
        'not_run events::PSU1: Presence detected',
        'failed events::no critical event',
      ],
      warnings: [/no zone/],
    },
    {
      says: 'CSV of a page, with quotes, semicolons and a zone',
      isSeveral: true,
      text: lines(
        '"ID";"Severity";"Date";"Component";"Description"',
        '"1";"Warning";"2024-01-31T12:00:00-05:00";"PSU ""left""";"Input; out of range"',
        '"2";"OK";"2024-01-31T12:00:00-05:00";"BMC";"Reset"',
      ),
      cases: [
        'skipped events::PSU "left": Input; out of range',
        'not_run events::BMC: Reset',
        'passed events::no critical event',
      ],
      holds: { cases: [{ reason: /2024-01-31T17:00:00Z/ }, {}, {}] },
    },
    {
      says: 'a log without an entry',
      isSeveral: true,
      text: 'SEL has no entries\n',
      cases: ['passed events::no critical event'],
    },
  ],
};
