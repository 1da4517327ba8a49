import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { Heading } from '../../ui/heading';

/** Stops emails to people without an account. Takes a click, because mail programs open links. */
export function NeverEmailMePage() {
  const { token = '' } = useParams();
  const refuseEmails = useMutation({
    mutationFn: () => call('POST /api/emails/refusals/:token', { params: { token } }),
  });
  return (
    <section className="page max-w-2xl pt-10">
      <PageMeta title="Emails" description="Stop emails from Courtly." />
      <Heading level={1}>
        {refuseEmails.isSuccess ? "We won't email you again" : 'Never get emails from Courtly?'}
      </Heading>
      <p className="mt-4 text-quiet">
        {refuseEmails.isSuccess
          ? "You'll no longer get invitations or match results at this address. If you create an account, we'll email you only about that."
          : "Someone entered your address on Courtly. With one click, you'll no longer get invitations or match results from anyone at this address."}
      </p>
      {refuseEmails.isError && (
        <p role="alert" className="mt-4 text-bad">
          {errorMessage(refuseEmails.error, "That didn't work. Please try again.")}
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {!refuseEmails.isSuccess && (
          <Button busy={refuseEmails.isPending} onClick={() => refuseEmails.mutate()}>
            {refuseEmails.isPending ? 'Saving...' : 'Never Email Me'}
          </Button>
        )}
        <LinkButton variant="quiet" to={paths.home}>
          Go to Courtly
        </LinkButton>
      </div>
    </section>
  );
}
