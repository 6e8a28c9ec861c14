import type { Envelope } from '#lib/engine/envelope.ts';
import type { Step } from '#lib/engine/step.ts';
import { counted } from '#lib/format/count.ts';
import type { FirmwareLoopContext } from '#lib/machines/firmware-loop/context.ts';
import { bestSoFar } from '#lib/machines/firmware-loop/words.ts';

/** What a step will do to a run, a sentence each, read off the step that the machine itself computed. */
export function effectWords(before: Envelope, from: string, step: Step): string[] {
  const stopped = step.cancel.map((invokeId) => before.inFlight[invokeId]?.name ?? invokeId);
  const context = step.next.context as unknown as Partial<FirmwareLoopContext>;
  const earlier = before.context as unknown as Partial<FirmwareLoopContext>;
  return [
    step.state === from ? `It stays in ${from}.` : `It goes from ${from} to ${step.state}.`,
    stopped.length > 0 && `${stopped.join(', ')}, which runs now, is stopped and proved gone first.`,
    step.next.paused && !before.paused && 'Nothing new starts; what runs now may finish. All clocks stand still.',
    before.paused && step.next.paused && 'The run is paused: what follows begins when it is resumed.',
    before.paused && !step.next.paused && 'What was held back starts now.',
    (context.iteration ?? 0) > (earlier.iteration ?? 0) && `Iteration ${context.iteration} begins.`,
    step.start.length > 0 && `Next: ${step.start.map(({ name }) => name).join(', ')}.`,
    step.next.stopping !== null &&
      `The run ends once ${counted(Object.keys(before.inFlight).length, 'activity', 'activities')} in flight is proved gone.`,
    step.next.status === 'done' &&
      `The run ends ${step.state === from ? 'where it stands' : `with ${step.state}`}${best(context)}.`,
  ].filter((words) => words !== false);
}

/** Only the firmware loop has a best tree. */
function best(context: Partial<FirmwareLoopContext>): string {
  return context.best === undefined ? '' : `; ${bestSoFar(context as FirmwareLoopContext)}`;
}
