/** Money without a currency, which is that of the project's prices: `12.40`, and below 1 with four decimals, `0.0123`. */
export function money(amount: number): string {
  return amount !== 0 && Math.abs(amount) < 1 ? amount.toFixed(4) : amount.toFixed(2);
}
