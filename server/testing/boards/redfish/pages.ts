import type { Controller } from './controller.ts';

type Page = Readonly<Record<string, unknown>>;

const root = '/redfish/v1';
const link = (path: string) => ({ '@odata.id': `${root}${path}` });
const collection = (paths: readonly string[]) => ({
  'Members@odata.count': paths.length,
  Members: paths.map(link),
});

/** What each address shows; null for one that is not there. */
export async function pageAt(controller: Controller, path: string): Promise<Page | null> {
  const [, ...words] = path.replace(/\/$/, '').slice(root.length).split('/');
  const key = `/${words.join('/')}`;
  const fixed = await fixedPage(controller, key);
  if (fixed !== null) return { '@odata.id': `${root}${key === '/' ? '/' : key}`, ...fixed };
  const page = numberedPage(controller, key);
  return page === null ? null : { '@odata.id': `${root}${key}`, ...page };
}

async function fixedPage(controller: Controller, key: string): Promise<Page | null> {
  const { board, log, version, startingUntil, applyTime, tasks } = controller;
  const pages: Readonly<Record<string, () => Page | Promise<Page>>> = {
    '/': () => ({
      Id: 'RootService',
      Name: 'Bench',
      RedfishVersion: '1.9.0',
      Systems: link('/Systems'),
      Managers: link('/Managers'),
      Chassis: link('/Chassis'),
      UpdateService: link('/UpdateService'),
      Tasks: link('/TaskService'),
      Links: { Sessions: link('/SessionService/Sessions') },
    }),
    '/Systems': () => collection(['/Systems/system']),
    '/Systems/system': async () => ({
      Id: 'system',
      Name: 'system',
      PowerState: (await board.isOn()) ? 'On' : 'Off',
      LogServices: link('/Systems/system/LogServices'),
      Actions: {
        '#ComputerSystem.Reset': {
          target: `${root}/Systems/system/Actions/ComputerSystem.Reset`,
          'ResetType@Redfish.AllowableValues': ['On', 'ForceOff', 'PowerCycle'],
        },
      },
    }),
    '/Managers': () => collection(['/Managers/bmc']),
    '/Managers/bmc': () => ({
      Id: 'bmc',
      Name: 'bmc',
      FirmwareVersion: version,
      Status: { State: performance.now() < startingUntil ? 'Starting' : 'Enabled', Health: 'OK' },
    }),
    '/Chassis': () => collection(['/Chassis/board']),
    '/Chassis/board': () => ({ Id: 'board', Name: 'board', Sensors: link('/Chassis/board/Sensors') }),
    '/Chassis/board/Sensors': () => collection(['/Chassis/board/Sensors/inlet']),
    '/Chassis/board/Sensors/inlet': () => ({
      Id: 'inlet',
      Name: 'Inlet',
      Reading: 23.5,
      ReadingUnits: 'Cel',
      Status: { State: 'Enabled', Health: 'OK' },
    }),
    '/UpdateService': () => ({
      Id: 'UpdateService',
      Name: 'UpdateService',
      HttpPushUri: `${root}/UpdateService/update`,
      HttpPushUriOptions: { HttpPushUriApplyTime: { ApplyTime: applyTime } },
    }),
    '/Systems/system/LogServices': () => collection(['/Systems/system/LogServices/EventLog']),
    '/Systems/system/LogServices/EventLog': () => ({
      Id: 'EventLog',
      Name: 'EventLog',
      Entries: link('/Systems/system/LogServices/EventLog/Entries'),
      Actions: {
        '#LogService.CollectDiagnosticData': {
          target: `${root}/Systems/system/LogServices/EventLog/Actions/LogService.CollectDiagnosticData`,
        },
      },
    }),
    '/Systems/system/LogServices/EventLog/Entries': () =>
      collection(log.map((_, index) => `/Systems/system/LogServices/EventLog/Entries/${index + 1}`)),
    '/TaskService': () => ({ Id: 'TaskService', Name: 'TaskService', Tasks: link('/TaskService/Tasks') }),
    '/TaskService/Tasks': () => collection(tasks.map(({ id }) => `/TaskService/Tasks/${id}`)),
  };
  return (await pages[key]?.()) ?? null;
}

function numberedPage({ tasks, log, dumps }: Controller, key: string): Page | null {
  const [, kind = '', id = ''] = /\/(Tasks|Entries)\/(\d+)$/.exec(key) ?? [];
  const task = kind === 'Tasks' ? tasks[Number(id) - 1] : undefined;
  const [severity, message] = (kind === 'Entries' ? log[Number(id) - 1] : undefined)?.split(': ') ?? [];
  if (task !== undefined) {
    return {
      Id: id,
      Name: 'task',
      TaskState: task.state,
      TaskStatus: task.state === 'Exception' ? 'Critical' : 'OK',
      Messages: [{ Message: task.said }],
      Payload: { HttpHeaders: task.location === null ? [] : [`Location: ${task.location}`] },
    };
  }
  if (message === undefined) return null;
  return {
    Id: id,
    Name: 'entry',
    Created: '2026-01-02T03:04:05+00:00',
    Severity: severity,
    Message: message,
    ...(dumps.has(id) && { AdditionalDataURI: `${root}/Systems/system/LogServices/EventLog/attachment/${id}` }),
  };
}
