type StepIn = 'patch' | 'roll-back' | 'switch-strategy' | 'run-again' | 'accept';
type Control = 'pause' | 'resume' | 'message' | 'abort' | 'limits' | 'fork' | 'pin' | 'unpin' | StepIn;

interface Controlled {
  status: string;
  outcome: string | null;
  /** Why this program never moves the run on, ready to follow "the run"; null when it does. */
  migration: string | null;
  /** Why it cannot be stepped into now, whatever is to be done; null where it can. */
  steerable: string | null;
  /** Whether the run is looked at as it stood once. */
  past: boolean;
  pinned: boolean;
}

/** Why a control does not apply to a run now; what is not named does. */
export function unavailableControls(run: Controlled): Partial<Record<Control, string>> {
  return { ...pinning(run), ...steering(run) };
}

/** A run is pinned whatever state it is in. */
function pinning({ past, pinned }: Controlled): Partial<Record<Control, string>> {
  if (past) return { pin: inNow, unpin: inNow };
  return pinned ? { pin: 'The run is pinned already.' } : { unpin: 'The run is not pinned.' };
}

function steering(run: Controlled): Partial<Record<Control, string>> {
  if (run.past) return inThePast(run);
  if (run.status === 'finished') {
    const ended = `The run has ended with ${run.outcome ?? 'no outcome'}.`;
    return {
      pause: ended,
      resume: ended,
      message: ended,
      abort: ended,
      limits: ended,
      fork: forkEarlier,
      ...all(ended),
    };
  }
  if (run.migration !== null) {
    const missing = `The run ${run.migration}: it can be read and aborted only.`;
    return { pause: missing, resume: missing, message: missing, limits: missing, fork: missing, ...all(missing) };
  }
  if (run.status === 'stopping') {
    const stopping = 'The run is being stopped.';
    return {
      pause: stopping,
      resume: stopping,
      message: stopping,
      abort: 'The run is being stopped already.',
      limits: stopping,
      fork: forkEarlier,
      ...all(stopping),
    };
  }
  const pausing =
    run.status === 'paused' ? { pause: 'The run is paused already.' } : { resume: 'The run is not paused.' };
  return run.steerable === null ? pausing : { ...pausing, ...all(run.steerable) };
}

/** One reason for every way to step in. */
function all(why: string): Record<StepIn, string> {
  return { patch: why, 'roll-back': why, 'switch-strategy': why, 'run-again': why, accept: why };
}

const inNow = 'The page shows the past: go back to now to step in.';
const forkEarlier = 'A fork begins before the end: move the slider below to an earlier transition.';

/** Of the past a reader can only make a fork: what is done to a run is done to it as it is. */
function inThePast(run: { status: string }): Partial<Record<Control, string>> {
  const over = run.status === 'finished' || run.status === 'stopping';
  return {
    pause: inNow,
    resume: inNow,
    message: inNow,
    abort: inNow,
    limits: inNow,
    ...all(inNow),
    ...(over && { fork: forkEarlier }),
  };
}
