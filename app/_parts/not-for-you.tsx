import { EmptyState } from '#components/ui/empty-state.tsx';

/** Says to somebody without the role that a page is not for them. */
export function NotForYou({ what, who }: { what: string; who: string }) {
  return <EmptyState title={`You may not ${what}`}>{who} can give you a role that may.</EmptyState>;
}
