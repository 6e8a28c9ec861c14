import { getSystemErrorMessage, getSystemErrorName } from 'node:util';

/** An error of the system by its number, as Node would tell it. */
export function systemError(number: number, doing: string): NodeJS.ErrnoException {
  const code = getSystemErrorName(-number);
  return Object.assign(new Error(`${code}: ${getSystemErrorMessage(-number)}, ${doing}`), { code });
}
