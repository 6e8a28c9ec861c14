/** The product's sign: a loop that closes on a square die. */
export function Sign() {
  return (
    <svg
      aria-hidden="true"
      width={18}
      height={18}
      viewBox="0 0 18 18"
      className="fill-none stroke-current"
      strokeWidth={1.75}
    >
      <path d="M15.5 9A6.5 6.5 0 1 1 12.2 3.35" strokeLinecap="round" />
      <path d="M12.4 0.9v2.7h-2.7" strokeLinecap="round" strokeLinejoin="round" />
      <rect x={6.75} y={6.75} width={4.5} height={4.5} rx={0.75} className="fill-current stroke-none" />
    </svg>
  );
}
