'use client';

import { SignInForm } from '#components/door/sign-in-form.tsx';
import { knock } from '../_lib/knock.ts';

/** The form of the sign-in page with its two ways in. */
export function SignIn({ provider, next }: { provider: string | undefined; next: string }) {
  const withPassword = async (given: { email: string; password: string }) => {
    const tried = await knock('/sign-in/email', given);
    if ('problem' in tried) return tried.problem;
    // A whole new page: nothing that was fetched for somebody else stays in memory.
    window.location.assign(next);
    return null;
  };
  const withProvider = async () => {
    const back = { callbackURL: next, errorCallbackURL: '/sign-in' };
    const tried = await knock('/sign-in/social', { provider: 'oidc', ...back });
    if ('problem' in tried) return tried.problem;
    const { answer } = tried;
    if (typeof answer !== 'object' || answer === null || !('url' in answer)) return 'The provider cannot be reached.';
    window.location.assign(String(answer.url));
    return null;
  };
  return <SignInForm provider={provider} onPassword={withPassword} onProvider={withProvider} />;
}
