import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call, errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Button, LinkButton } from '../../ui/button';
import { Heading } from '../../ui/heading';

/** Unsubscribes from emails. This takes a click, because mail programs open links automatically. */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const unsubscribe = useMutation({
    mutationFn: () => call('POST /api/notices/unsubscribe/:token', { params: { token } }),
  });
  return (
    <section className="page max-w-2xl pt-10">
      <PageMeta title="Emails" description="Unsubscribe from one kind of email." />
      <Heading level={1}>
        {unsubscribe.isSuccess ? "You're unsubscribed" : 'Unsubscribe from these emails?'}
      </Heading>
      <p className="mt-4 text-quiet">
        {unsubscribe.isSuccess
          ? "You can still find all notifications under the bell. You'll keep getting other kinds of email, and you can change your mind at any time."
          : "You'll no longer get this kind of email. All notifications stay under the bell in Courtly."}
      </p>
      {unsubscribe.isError && (
        <p role="alert" className="mt-4 text-bad">
          {errorMessage(unsubscribe.error, 'Unsubscribing failed. Please try again.')}
        </p>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {!unsubscribe.isSuccess && (
          <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
            Unsubscribe
          </Button>
        )}
        <LinkButton variant="outline" to={paths.notificationPreferences}>
          All Email Preferences
        </LinkButton>
      </div>
    </section>
  );
}
