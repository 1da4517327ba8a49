import type { ReactNode } from 'react';
import { useSession } from './session';
import { VerificationLink } from './verification-link';

/**
 * Says what requires a verified email, and offers to send the link. Renders nothing once the email
 * is verified.
 */
export function VerifyEmailNote({ children }: { children: ReactNode }) {
  const { user } = useSession();
  if (!user || user.isEmailVerified) return null;
  return (
    <div className="grid justify-items-start gap-3 border-l border-brass-line pl-4">
      <p>{children}</p>
      <VerificationLink />
    </div>
  );
}
