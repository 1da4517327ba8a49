import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, errorMessage } from '../../lib/api';
import { Button } from '../../ui/button';
import { toastError } from '../../ui/toast';
import { useSession } from './session';

/**
 * Says what requires a verified email, and offers to send the link. Renders nothing once the email
 * is verified.
 */
export function VerifyEmailNote({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const requestLink = useMutation({
    mutationFn: () => call('POST /api/auth/email-verifications/links'),
    onError: (error) => toastError('Link not sent', errorMessage(error, 'Please try again.')),
  });
  if (!user || user.isEmailVerified) return null;
  return (
    <div className="grid justify-items-start gap-3 border-l border-brass-line pl-4">
      <p>{children}</p>
      <p role="status" className="break-words text-quiet empty:hidden">
        {requestLink.data?.message}
      </p>
      <Button
        variant="outline"
        size="sm"
        busy={requestLink.isPending}
        onClick={() => requestLink.mutate()}
      >
        {requestLink.data ? 'Send Again' : 'Send Verification Link'}
      </Button>
    </div>
  );
}
