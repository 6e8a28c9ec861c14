import { controlEvent, engineEvent } from '#lib/engine/events.ts';
import { actor } from '../actor.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { intervene } from '../intervene.ts';
import { refusals } from '../steer.ts';

interface ControlOptions {
  readonly reason: string;
  readonly ifSeq?: number;
}

/** One of the engine's own controls as a command. */
function control(word: 'pause' | 'resume' | 'abort', done: string) {
  return async (reference: string, { reason, ifSeq }: ControlOptions): Promise<ExitCode> => {
    const { number } = await intervene(reference, () => ({
      refusal: refusals[word],
      type: engineEvent[word],
      payload: { reason },
      expectedSeq: ifSeq,
    }));
    console.log(`Run #${number} ${done}.`);
    return exitCode.success;
  };
}

/** `firmloop pause`: nothing new starts. */
export const pause = control('pause', 'is paused: what runs may finish');
/** `firmloop resume`: it goes on. */
export const resume = control('resume', 'goes on');
/** `firmloop abort`: ends once everything that runs is proved gone. */
export const abort = control('abort', 'is being aborted; its best patch is kept');

const longestNote = 10_000;

/** `firmloop message`: a note that the next agent call receives. */
export async function message(
  reference: string,
  text: string,
  { ifSeq }: Pick<ControlOptions, 'ifSeq'>,
): Promise<ExitCode> {
  const { number } = await intervene(reference, () => ({
    refusal: refusals.message,
    type: controlEvent.message,
    payload: { by: actor(), text: text.slice(0, longestNote) },
    expectedSeq: ifSeq,
  }));
  console.log(`Run #${number} has the note.`);
  return exitCode.success;
}
