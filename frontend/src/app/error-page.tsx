import { useEffect, useEffectEvent } from 'react';
import { useRouteError } from 'react-router-dom';
import { errorMessage } from '../lib/api';
import { Button, LinkButton } from '../ui/button';
import { MessagePage } from './message-page';
import { paths } from '../config/paths';

type ErrorPageProps = {
  error?: unknown;
  /** How often loading failed. Screen readers announce each failure. */
  errorCount?: number;
  busy?: boolean;
  onRetry?: () => void;
};

/** Shown when a page fails to load or render. Retries when the network returns. */
export function ErrorPage({
  error,
  errorCount,
  busy = false,
  onRetry = () => location.reload(),
}: ErrorPageProps) {
  const handleOnline = useEffectEvent(onRetry);
  useEffect(() => {
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
  return (
    <MessagePage
      title="This page didn't load"
      eyebrow="Let, play it again"
      actions={
        <>
          <Button busy={busy} onClick={onRetry}>
            Try Again
          </Button>
          <LinkButton to={paths.home} variant="outline" reloadDocument>
            Home
          </LinkButton>
        </>
      }
    >
      <p key={errorCount} role="alert">
        {errorMessage(error, "This page didn't load. Check your connection, then try again.")}
      </p>
    </MessagePage>
  );
}

export function RouteErrorPage() {
  return <ErrorPage error={useRouteError()} />;
}
