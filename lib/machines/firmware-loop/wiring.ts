import { assign, enqueueActions, type ParameterizedObject } from 'xstate';
import { type ActivityName, activityContracts } from '#lib/activities/registry.ts';
import {
  type Edge as AnyEdge,
  type Node as AnyNode,
  edgesFor,
  type Failure,
  type InputOf,
  type OutputOf,
  reasonText,
} from '../edges.ts';
import type { Change, Fact, FirmwareLoopContext } from './context.ts';
import type { EventOf, FirmwareLoopEventType } from './events.ts';
import { classOf, troubled } from './recovery/trouble.ts';
import { delayOf, timedStateOf, timeoutSeconds } from './state-timeout.ts';

export type { OutputOf } from '../edges.ts';
export type Node = AnyNode<FirmwareLoopContext>;
export type Edge<What> = AnyEdge<FirmwareLoopContext, What>;

const edges = edgesFor<FirmwareLoopContext, { readonly [Type in FirmwareLoopEventType]: EventOf<Type> }>();
const endings: ReadonlySet<string> = new Set(['#SUCCESS', '#SUCCESS_WITH_WARNING', '#FAILURE', '#ABORTED']);

/** A state whose work is one activity: its outcomes as edges; failures and the state's time-out go to recovery. */
export function work<Name extends ActivityName>(
  name: Name,
  {
    path,
    skip = [],
    input,
    done,
    onTrouble = {},
  }: {
    /** Dotted path of the state: the trace and `timeout_state` name it. */
    readonly path: string;
    /** Edges that are taken at once, before the activity starts. */
    readonly skip?: readonly Edge<null>[];
    readonly input: (context: FirmwareLoopContext) => InputOf<Name>;
    readonly done: readonly Edge<OutputOf<Name>>[];
    /** Where the activity's failure and the time-out lead, if not to recovery as a new trouble. */
    readonly onTrouble?: Pick<Edge<Failure>, 'to' | 'change'>;
  },
): Node {
  const { idempotent } = activityContracts[name];
  const trouble = ({ board }: FirmwareLoopContext, failure: Failure): Change =>
    troubled(classOf(failure, name, board), path, failure.message, { idempotent });
  const failed: Edge<Failure> = {
    to: '#ERROR_RECOVERY',
    label: 'activity failed',
    because: (_, failure) => `${name} failed in ${path} (${failure.code}): ${failure.message}`,
    change: trouble,
    ...onTrouble,
  };
  return {
    ...(skip.length === 0 ? {} : atOnce(...skip)),
    ...edges.work(name, {
      input,
      done: done.map(withEnding),
      failed: [withEnding(failed)],
      timedOut: [withEnding(timedOut(failed, path))],
      timeout: delayOf(timedStateOf(path)),
    }),
  };
}

/** Edges that are taken at once, on what the context says. */
export function atOnce(...taken: readonly Edge<null>[]): Node {
  return edges.atOnce(...taken.map(withEnding));
}

/** Edges for an event from outside; the event has been parsed where it came in. */
export function on<Type extends FirmwareLoopEventType>(type: Type, ...taken: readonly Edge<EventOf<Type>>[]) {
  return edges.on(type, ...taken.map(withEnding));
}

/** Edges for a timer that the machine has set itself. */
export function due(type: string, ...taken: readonly Edge<null>[]) {
  return edges.due(type, ...taken.map(withEnding));
}

/** An action that changes the context on entering a state. */
export function change(make: (context: FirmwareLoopContext) => Change) {
  return assign(({ context }: { context: FirmwareLoopContext }) => make(context));
}

/** An action that files a fact on entering a state. */
export function record(make: (context: FirmwareLoopContext) => Fact) {
  return { type: 'record', params: ({ context }: { context: FirmwareLoopContext }) => ({ ...make(context) }) };
}

/** As `record`, where the context gives reason to. */
export function recordIf(
  holds: (context: FirmwareLoopContext) => boolean,
  make: (context: FirmwareLoopContext) => Fact,
) {
  return enqueueActions(
    ({ context, enqueue }: { context: FirmwareLoopContext; enqueue: (action: ParameterizedObject) => void }) => {
      if (holds(context)) enqueue({ type: 'record', params: { ...make(context) } });
    },
  );
}

function timedOut(failed: Edge<Failure>, path: string): Edge<Failure> {
  const seconds = (context: FirmwareLoopContext): number => timeoutSeconds(context, timedStateOf(path));
  return {
    ...failed,
    label: 'time-out',
    because: (context) => `${path} took longer than its ${seconds(context)} s`,
    change: (context, failure) =>
      failed.change?.(context, { ...failure, message: `longer than ${seconds(context)} s` }) ?? {},
  };
}

/** An edge to an end of the loop leaves its reason and author in the context, for the report. */
function withEnding<What>(edge: Edge<What>): Edge<What> {
  if (edge.to === undefined || !endings.has(edge.to)) return edge;
  return {
    ...edge,
    change: (context, what) => ({
      ...edge.change?.(context, what),
      ending: {
        reason: reasonText(edge.because(context, what)),
        by: byOf(what),
      },
    }),
  };
}

function byOf(what: unknown): string | null {
  const by: unknown = Reflect.get(Object(what), 'by');
  return typeof by === 'string' ? by : null;
}
