import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call, errorMessage } from '../../lib/api';
import { Button } from '../../ui/button';
import { toastError } from '../../ui/toast';
import { useSession } from './session';

/** Says that emails don't arrive, and how to fix that. Renders nothing as long as they do. */
export function EmailBounceNote() {
  const { user } = useSession();
  const requestLink = useMutation({
    mutationFn: () => call('POST /api/auth/email-verifications/links'),
    onError: (error) => toastError('Link not sent', errorMessage(error, 'Please try again.')),
  });
  if (!user?.emailBouncedAt) return null;
  return (
    <div className="grid justify-items-start gap-3 border-l border-bad pl-4">
      <p className="break-words">
        Our emails to {user.email} come back, so we've stopped sending them. Is there a typo?{' '}
        <Link to={paths.settings} className="underline underline-offset-4">
          Change your email
        </Link>
        , or verify that this one works.
      </p>
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
