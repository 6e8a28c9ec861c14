'use client';

import { useId } from 'react';
import { LaunchAside } from './launch-aside.tsx';
import { LaunchForm, type LaunchFormProps } from './launch-form.tsx';
import type { LaunchProblem } from './types.ts';

export type LaunchLayoutProps = Omit<LaunchFormProps, 'id'> & { problem: LaunchProblem | undefined; pending: boolean };

/** Left the form, right what it will do. */
export function LaunchLayout({ problem, pending, ...form }: LaunchLayoutProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <LaunchForm id={id} {...form} />
      <LaunchAside form={id} plan={form.plan} problem={problem} pending={pending} />
    </div>
  );
}
