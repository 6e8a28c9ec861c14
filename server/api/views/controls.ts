type Control = 'pause' | 'resume' | 'message' | 'abort' | 'limits' | 'fork';

/** Why a control does not apply to a run now; what is not named does. */
export function unavailableControls(run: {
  status: string;
  outcome: string | null;
  installed: boolean;
}): Partial<Record<Control, string>> {
  if (run.status === 'finished') {
    const ended = `The run has ended with ${run.outcome ?? 'no outcome'}.`;
    return { pause: ended, resume: ended, message: ended, abort: ended, limits: ended };
  }
  if (!run.installed) {
    const missing = "This version of the run's machine is not installed: the run can be read and replayed only.";
    return { pause: missing, resume: missing, message: missing, limits: missing, fork: missing };
  }
  if (run.status === 'stopping') {
    const stopping = 'The run is being stopped.';
    return {
      pause: stopping,
      resume: stopping,
      message: stopping,
      abort: 'The run is being stopped already.',
      limits: stopping,
    };
  }
  return run.status === 'paused' ? { pause: 'The run is paused already.' } : { resume: 'The run is not paused.' };
}
