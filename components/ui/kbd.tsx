export type KbdProps = { keys: string };

/** Keys to press, parted by spaces: `g r`, `⌘ K`. */
export function Kbd({ keys }: KbdProps) {
  return (
    <kbd className="inline-flex gap-0.5">
      {keys.split(' ').map((key) => (
        <span
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-sunken px-1 font-sans text-ink-muted text-xs"
        >
          {key}
        </span>
      ))}
    </kbd>
  );
}
