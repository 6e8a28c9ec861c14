import { expect, test } from 'vitest';
import { isFound } from './is-found.ts';

const board = { name: 'STM32F4-01', type: 'stm32f4', tags: ['can', 'rev=b'] };

test.each([
  ['', true],
  ['  stm32 ', true],
  ['f4-01 CAN', true],
  ['rev=b stm32f4', true],
  ['can nrf52', false],
])('looking for %j finds the board: %s', (text, expected) => {
  expect(isFound(board, text)).toBe(expected);
});
