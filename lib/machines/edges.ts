import {
  assign,
  type EventObject,
  type MetaObject,
  type ParameterizedObject,
  type ProvidedActor,
  type StateNodeConfig,
  type TransitionConfig,
} from 'xstate';
import type { z } from 'zod';
import type { ActivityName, activityContracts } from '#lib/activities/registry.ts';
import type { EvidenceRef } from '#lib/engine/events.ts';
import { clip } from '#lib/format/clip.ts';

/** A state of a machine whose facts for decisions are a `Context`. */
export type Node<Context extends object> = StateNodeConfig<
  Context,
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
type Transition<Context extends object> = TransitionConfig<
  Context,
  EventObject,
  EventObject,
  ProvidedActor,
  ParameterizedObject,
  ParameterizedObject,
  string,
  EventObject,
  MetaObject
>;

/** What a step files for pages. */
export interface Fact {
  readonly kind: string;
  readonly key: string;
  readonly data: object;
}

/** A failed activity as the engine delivers it; the state's time-out comes as `TIMEOUT`. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** `at` is the time of the event, epoch milliseconds. */
type Filing<Context, What> = (context: Context, what: What, at: number) => Fact;

/** One edge: when it is taken, where it leads, why, what it changes and what it files for pages. */
export interface Edge<Context, What> {
  readonly when?: (context: Context, what: What) => boolean;
  /** `#STATE` or a sibling; none stays. */
  readonly to?: string;
  /** Leaves the state and enters it again, so that its activity starts anew. */
  readonly reenter?: true;
  /** Written on the edge in the diagram. */
  readonly label?: string;
  /** Reads the context as it was before the change. */
  readonly because: (context: Context, what: What) => string;
  readonly evidence?: (context: Context, what: What) => readonly EvidenceRef[];
  readonly change?: (context: Context, what: What) => Partial<Context>;
  /** Reads the context as it is after the change. */
  readonly record?: Filing<Context, What> | readonly Filing<Context, What>[];
}

export type InputOf<Name extends ActivityName> = z.input<(typeof activityContracts)[Name]['input']>;
export type OutputOf<Name extends ActivityName> = z.infer<(typeof activityContracts)[Name]['output']>;

interface Work<Context, Name extends ActivityName> {
  readonly input: (context: Context) => InputOf<Name>;
  readonly done: readonly Edge<Context, OutputOf<Name>>[];
  /** Where its failure leads, and the time-out of the state unless that leads elsewhere. */
  readonly failed: readonly Edge<Context, Failure>[];
  readonly timedOut?: readonly Edge<Context, Failure>[];
  /** Name of the machine's delay that bounds the state. */
  readonly timeout: string;
}

/** How the states of one machine are written: as tables of edges. */
export interface Edges<Context extends object, Events> {
  /** A state whose work is one activity. */
  work<Name extends ActivityName>(name: Name, work: Work<Context, Name>): Node<Context>;
  /** Edges that are taken at once, on what the context says. */
  atOnce(...edges: readonly Edge<Context, null>[]): Node<Context>;
  /** Edges for an event from outside; the event has been parsed where it came in. */
  on<Type extends keyof Events & string>(
    type: Type,
    ...edges: readonly Edge<Context, Events[Type]>[]
  ): Record<string, Transition<Context>[]>;
  /** Edges for a timer that the machine has set itself. */
  due(type: string, ...edges: readonly Edge<Context, null>[]): Record<string, Transition<Context>[]>;
}

const reasonLimit = 700;

/** A reason as it is stored: it is searched and compared, also in terminals, where a blank that does not break is in the way. */
export function reasonText(because: string): string {
  return clip(because.replaceAll('\u00a0', ' '), reasonLimit).text;
}

/** The edges of a machine with this context and these events. */
export function edgesFor<Context extends object, Events>(): Edges<Context, Events> {
  const transition = <What>(edge: Edge<Context, What>, read: (event: EventObject) => What): Transition<Context> => {
    const { when } = edge;
    const filings = [edge.record ?? []].flat();
    return {
      ...(edge.to === undefined ? {} : { target: edge.to }),
      ...(edge.reenter === undefined ? {} : { reenter: edge.reenter }),
      ...(edge.label === undefined ? {} : { description: edge.label }),
      ...(when === undefined ? {} : { guard: ({ context, event }: Args<Context>) => when(context, read(event)) }),
      actions: [
        {
          type: 'because',
          params: ({ context, event }: Args<Context>) => ({
            reason: reasonText(edge.because(context, read(event))),
            evidence: edge.evidence?.(context, read(event)) ?? [],
          }),
        },
        assign(({ context, event }: Args<Context>) => edge.change?.(context, read(event)) ?? {}),
        ...filings.map((file) => ({
          type: 'record',
          params: ({ context, event }: Args<Context>) => ({ ...file(context, read(event), atOf(event)) }),
        })),
      ],
    };
  };
  return {
    work: (name, { input, done, failed, timedOut = failed, timeout }) => ({
      invoke: {
        id: name,
        src: name,
        input: ({ context }: { context: Context }) => input(context),
        onDone: done.map((edge) => transition(edge, outputOf<typeof name>)),
        onError: failed.map((edge) => transition(edge, (event) => failureOf(Reflect.get(event, 'error')))),
      },
      after: {
        [timeout]: timedOut.map((edge) =>
          transition(edge, () => ({ code: 'TIMEOUT', message: `${name} took longer than it may` })),
        ),
      },
    }),
    atOnce: (...edges) => ({ always: edges.map((edge) => transition(edge, () => null)) }),
    on: (type, ...edges) => ({
      [type]: edges.map((edge) => transition(edge, (event) => event as Events[typeof type])),
    }),
    due: (type, ...edges) => ({ [type]: edges.map((edge) => transition(edge, () => null)) }),
  };
}

interface Args<Context> {
  readonly context: Context;
  readonly event: EventObject;
}

function atOf(event: EventObject): number {
  const at: unknown = Reflect.get(event, 'at');
  return typeof at === 'number' ? at : 0;
}

/** The engine has parsed an output by its contract before it delivers it. */
function outputOf<Name extends ActivityName>(event: EventObject): OutputOf<Name> {
  return Reflect.get(event, 'output') as OutputOf<Name>;
}

/** The failure in an error event, whatever was thrown. */
function failureOf(error: unknown): Failure {
  const field = (key: 'code' | 'message'): string | null => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : null;
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return { code: field('code') ?? 'UNHANDLED_EXCEPTION', message: clip(field('message') ?? 'no message', 300).text };
}
