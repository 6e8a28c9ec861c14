import {
  assign,
  type EventObject,
  enqueueActions,
  type MetaObject,
  type ParameterizedObject,
  type ProvidedActor,
  type StateNodeConfig,
  type TransitionConfig,
} from 'xstate';
import type { z } from 'zod';
import { type ActivityName, activityContracts } from '#lib/activities/registry.ts';
import type { EvidenceRef } from '#lib/engine/events.ts';
import { clip } from '#lib/format/clip.ts';
import type { Change, Fact, FirmwareLoopContext } from './context.ts';
import type { EventOf, FirmwareLoopEventType } from './events.ts';
import { classOf, type Failure, failureOf, troubled } from './recovery/trouble.ts';
import { delayOf, timedStateOf, timeoutSeconds } from './state-timeout.ts';

export type Node = StateNodeConfig<
  FirmwareLoopContext,
  EventObject,
  ProvidedActor,
  ParameterizedObject,
  ParameterizedObject,
  string,
  string,
  unknown,
  EventObject,
  MetaObject
>;
type Transition = TransitionConfig<
  FirmwareLoopContext,
  EventObject,
  EventObject,
  ProvidedActor,
  ParameterizedObject,
  ParameterizedObject,
  string,
  EventObject,
  MetaObject
>;

type InputOf<Name extends ActivityName> = z.infer<(typeof activityContracts)[Name]['input']>;
export type OutputOf<Name extends ActivityName> = z.infer<(typeof activityContracts)[Name]['output']>;

type Filing<What> = (context: FirmwareLoopContext, what: What) => Fact;

/** One edge: when it is taken, where it leads, why, what it changes and what it files for pages. */
export interface Edge<What> {
  readonly when?: (context: FirmwareLoopContext, what: What) => boolean;
  /** `#STATE` or a sibling; none stays. */
  readonly to?: string;
  /** Written on the edge in the diagram. */
  readonly label?: string;
  /** Reads the context as it was before the change. */
  readonly because: (context: FirmwareLoopContext, what: What) => string;
  readonly evidence?: (context: FirmwareLoopContext, what: What) => readonly EvidenceRef[];
  readonly change?: (context: FirmwareLoopContext, what: What) => Change;
  /** Reads the context as it is after the change. */
  readonly record?: Filing<What> | readonly Filing<What>[];
}

const endings: ReadonlySet<string> = new Set(['#SUCCESS', '#SUCCESS_WITH_WARNING', '#FAILURE', '#ABORTED']);
const reasonLimit = 700;

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
  const trouble = (failure: Failure): Change => troubled(classOf(failure, name), path, failure.message, { idempotent });
  const failed: Edge<Failure> = {
    to: '#ERROR_RECOVERY',
    label: 'activity failed',
    because: (_, failure) => `${name} failed in ${path} (${failure.code}): ${failure.message}`,
    change: (_, failure) => trouble(failure),
    ...onTrouble,
  };
  return {
    ...(skip.length === 0 ? {} : atOnce(...skip)),
    invoke: {
      id: name,
      src: name,
      input: ({ context }: { context: FirmwareLoopContext }) => input(context),
      onDone: done.map((edge) => transition(edge, outputOf<Name>)),
      onError: transition(failed, (event) => failureOf(Reflect.get(event, 'error'))),
    },
    after: {
      [delayOf(timedStateOf(path))]: transition(timedOut(failed, path), () => ({ code: 'TIMEOUT', message: '' })),
    },
  };
}

/** Edges that are taken at once, on what the context says. */
export function atOnce(...edges: readonly Edge<null>[]): Node {
  return { always: edges.map((edge) => transition(edge, () => null)) };
}

/** Edges for an event from outside; the event has been parsed where it came in. */
export function on<Type extends FirmwareLoopEventType>(
  type: Type,
  ...edges: readonly Edge<EventOf<Type>>[]
): Record<string, Transition[]> {
  return { [type]: edges.map((edge) => transition(edge, (event) => event as EventOf<Type>)) };
}

/** Edges for a timer that the machine has set itself. */
export function due(type: string, ...edges: readonly Edge<null>[]): Record<string, Transition[]> {
  return { [type]: edges.map((edge) => transition(edge, () => null)) };
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

function transition<What>(edge: Edge<What>, read: (event: EventObject) => What): Transition {
  const reasonOf = (context: FirmwareLoopContext, event: EventObject): string =>
    clip(inPlainBlanks(edge.because(context, read(event))), reasonLimit).text;
  const changes = (context: FirmwareLoopContext, event: EventObject): Change => ({
    ...edge.change?.(context, read(event)),
    ...(edge.to !== undefined && endings.has(edge.to)
      ? { ending: { reason: reasonOf(context, event), by: byOf(event) } }
      : {}),
  });
  const { when, record: filed = [] } = edge;
  const filings = [filed].flat();
  return {
    ...(edge.to === undefined ? {} : { target: edge.to }),
    ...(edge.label === undefined ? {} : { description: edge.label }),
    ...(when === undefined ? {} : { guard: ({ context, event }: Args) => when(context, read(event)) }),
    actions: [
      {
        type: 'because',
        params: ({ context, event }: Args) => ({
          reason: reasonOf(context, event),
          evidence: edge.evidence?.(context, read(event)) ?? [],
        }),
      },
      assign(({ context, event }: Args) => changes(context, event)),
      ...filings.map((file) => ({
        type: 'record',
        params: ({ context, event }: Args) => ({ ...file(context, read(event)) }),
      })),
    ],
  };
}

/** Reasons are searched and compared, also in terminals: what keeps a number beside its noun on a page is in the way there. */
function inPlainBlanks(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

interface Args {
  readonly context: FirmwareLoopContext;
  readonly event: EventObject;
}

/** The engine has parsed an output by its contract before it delivers it. */
function outputOf<Name extends ActivityName>(event: EventObject): OutputOf<Name> {
  return Reflect.get(event, 'output') as OutputOf<Name>;
}

function byOf(event: EventObject): string | null {
  const by: unknown = Reflect.get(event, 'by');
  return typeof by === 'string' ? by : null;
}
