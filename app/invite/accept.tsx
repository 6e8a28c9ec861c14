'use client';

import { AcceptForm } from '#components/door/accept-form.tsx';
import { knock } from '../_lib/knock.ts';

/** The form of the invitation's page. */
export function Accept({ token, ...face }: { token: string; email: string; shortestPassword: number }) {
  const accept = async (given: { name: string; password: string }) => {
    const tried = await knock('/accept-invitation', { token, ...given });
    if ('problem' in tried) return tried.problem;
    window.location.assign('/');
    return null;
  };
  return <AcceptForm {...face} onAccept={accept} />;
}
