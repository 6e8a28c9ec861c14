import { criteriaInput } from '#lib/machines/firmware-loop/input.ts';
import { type Check, wrong } from './check.ts';

/** The criteria look back no further than a run remembers. */
export const checkCriteria: Check = (config) => {
  const { error } = criteriaInput.safeParse(config.criteria);
  return (error?.issues ?? []).map(({ path, message }) => {
    const field = path.map(String).join('.');
    return wrong(['criteria', field], `\`criteria.${field}\` ${message}`, 'A shorter window sees the same trend.');
  });
};
