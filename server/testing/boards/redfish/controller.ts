import type { PowerAction } from '#server/boards/drivers/capabilities.ts';

/** What the controller manages. */
export interface ManagedBoard {
  set(action: Exclude<PowerAction, 'cycle'>): Promise<void>;
  isOn(): Promise<boolean>;
  write(image: Buffer): Promise<void>;
}

export interface Task {
  readonly id: string;
  state: 'Running' | 'Completed' | 'Exception';
  said: string;
  location: string | null;
}

/** The controller's own state; its awkward moments are those of real ones. */
export interface Controller {
  readonly board: ManagedBoard;
  readonly tasks: Task[];
  readonly log: string[];
  /** Dumps by entry, as the attachment holds them. */
  readonly dumps: Map<string, Buffer>;
  version: string;
  applyTime: 'OnReset' | 'Immediate';
  /** Changes of the update service, which make its ETag. */
  revision: number;
  /** Somebody else changes the update service between the reading and the writing of it, once. */
  isContested: boolean;
  /** Until then nobody answers; after that it says 503, and then that it is starting. */
  downUntil: number;
  busyUntil: number;
  startingUntil: number;
}

export function newController(board: ManagedBoard): Controller {
  const times = { downUntil: 0, busyUntil: 0, startingUntil: 0 };
  const log = ['OK: the system was added', 'Critical: the watchdog fired'];
  return {
    board,
    tasks: [],
    log,
    dumps: new Map(),
    version: '1.0',
    applyTime: 'OnReset',
    revision: 1,
    isContested: true,
    ...times,
  };
}

/** The manager restarts: first it is not there, then busy, then not ready. */
export function restart(controller: Controller): void {
  const now = performance.now();
  controller.downUntil = now + 300;
  controller.busyUntil = now + 600;
  controller.startingUntil = now + 900;
}

/** Something that takes a while, with a task to ask after. */
export function startTask(controller: Controller, work: (task: Task) => Promise<void>): Task {
  const task: Task = { id: String(controller.tasks.length + 1), state: 'Running', said: 'started', location: null };
  controller.tasks.push(task);
  work(task).then(
    () => Object.assign(task, { state: 'Completed', said: 'done' }),
    (error: Error) => Object.assign(task, { state: 'Exception', said: error.message }),
  );
  return task;
}
