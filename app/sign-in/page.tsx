import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { DoorFrame } from '#components/door/door-frame.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ownPath } from '#lib/access/own-path.ts';
import { installedAuth } from '#server/auth/installed.ts';
import { currentPerson } from '../_lib/session.ts';
import { SignIn } from './sign-in.tsx';

export const metadata: Metadata = { title: 'Sign in' };

type Word = string | string[];
type Props = { searchParams: Promise<{ used?: Word; ended?: Word; error?: Word; next?: Word }> };

/** How do I get in? */
export default async function SignInPage({ searchParams }: Props) {
  const { used, ended, error, next } = await searchParams;
  const path = ownPath(next);
  if ((await currentPerson()) !== null) redirect(path);
  return (
    <DoorFrame title="Sign in">
      {used !== undefined && (
        <Notice tone="attention">
          That link has been used. <code>firmloop link</code> prints a new one.
        </Notice>
      )}
      {ended !== undefined && (
        <Notice tone="attention">You are signed out. Sign in again to go on where you were.</Notice>
      )}
      {error !== undefined && (
        <Notice tone="bad">
          The provider did not let you in, or nobody has invited the address that it knows you by.
        </Notice>
      )}
      <SignIn provider={installedAuth().settings.oidc?.name} next={path} />
      <p className="text-ink-muted text-sm">
        The owner of this stack gets in with the link that <code>npm start</code> or <code>firmloop link</code> printed;
        everybody else by an invitation.
      </p>
    </DoorFrame>
  );
}
