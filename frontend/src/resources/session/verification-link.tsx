import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { Button } from '../../ui/button';
import { toastError } from '../../ui/toast';

export function VerificationLink() {
  const requestLink = useMutation({
    mutationFn: () => call('POST /api/auth/email-verifications/links'),
    onError: (error) => toastError('Link not sent', errorMessage(error, 'Please try again.')),
  });
  return (
    <>
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
    </>
  );
}
