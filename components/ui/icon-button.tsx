import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon;
  /** Says what the button does; read aloud and shown on hover. */
  label: string;
};

/** A square button for actions that repeat in rows and bars. */
export function IconButton({ icon: Icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type={type}
        aria-label={label}
        className={cx(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors',
          'enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50 aria-pressed:bg-pressed aria-pressed:text-ink',
          className,
        )}
        {...rest}
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}
