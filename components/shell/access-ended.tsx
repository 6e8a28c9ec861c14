import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** Why a page shows nothing new any more: its session is over, or its reader may not see it now. */
export type AccessEnd = 'signed-out' | 'withdrawn';

const words = {
  'signed-out': { what: 'You are signed out. What you see is from before.', action: 'Sign in again' },
  withdrawn: { what: 'You may not see this any more: your role here was taken away.', action: 'Look again' },
} as const satisfies Record<AccessEnd, { what: string; action: string }>;

export type AccessEndedProps = { end: AccessEnd; onGo: () => void };

/** A line over everything that says so, and leads on. The page stays readable behind it. */
export function AccessEnded({ end, onGo }: AccessEndedProps) {
  const { what, action } = words[end];
  return (
    <div className="fixed inset-x-0 top-0 z-50 bg-canvas" role="alert">
      <Notice
        tone="attention"
        action={
          <Button kind="primary" onClick={onGo}>
            {action}
          </Button>
        }
      >
        {what}
      </Notice>
    </div>
  );
}
