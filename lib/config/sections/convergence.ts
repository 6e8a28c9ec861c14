import { criteriaSchema } from '#lib/convergence/parse-criteria.ts';
import { plateauStrategySchema } from '#lib/convergence/plateau.ts';

/** When a run is done. */
export const criteriaSection = criteriaSchema
  .prefault({})
  .describe('When the run is done: a `preset`, or a `model` with the fields that differ from its defaults.')
  .meta({ examples: [{ preset: 'STANDARD' }] });

/** What happens when improvement stops. */
export const plateauSection = plateauStrategySchema
  .prefault({})
  .describe('What happens when improvement stops, by the mode of the run.')
  .meta({ examples: [{ ci_terminate_as: 'failure' }] });
