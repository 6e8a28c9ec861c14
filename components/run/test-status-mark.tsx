import { cx } from '#components/ui/cx.ts';
import { testFaces } from './test-face.ts';
import type { TestStatus } from './test-types.ts';

export type TestStatusMarkProps = { status: TestStatus };

/** A test's status as icon and word. */
export function TestStatusMark({ status }: TestStatusMarkProps) {
  const { icon: Icon, ink } = testFaces[status];
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', ink)}>
      <Icon aria-hidden className="size-3.5" />
      {status}
    </span>
  );
}
