import { useSearchParams } from 'react-router-dom';
import { errorMessage } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { Button } from '../../ui/button';
import { useEraseOwnApplication } from './api';
import { Heading } from '../../ui/heading';

/**
 * Deletes an application through the link in an email. This takes a click, as scanners follow
 * links.
 */
export function DeleteApplicationPage() {
  const [searchParams] = useSearchParams();
  const eraseMutation = useEraseOwnApplication(searchParams.get('token') ?? '');
  return (
    <div className="page pt-10">
      <PageMeta title="Delete Your Application" />
      <Heading level={1} className="mb-6">
        Delete your application
      </Heading>
      <div className="max-w-prose">
        {eraseMutation.isSuccess ? (
          <p role="status">
            Your application is closed. Everything you sent us will be gone within a few minutes.
          </p>
        ) : (
          <>
            <p>
              We'll delete everything you sent us with your application, including photos. You can
              apply again at any time.
            </p>
            {eraseMutation.isError && (
              <p role="alert" className="mt-4 text-bad">
                {errorMessage(eraseMutation.error, 'Please try again in a moment.')}
              </p>
            )}
            <Button
              variant="danger"
              size="lg"
              className="mt-6"
              busy={eraseMutation.isPending}
              onClick={() => eraseMutation.mutate()}
            >
              Delete Application
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
