import { useEffect, useEffectEvent } from 'react';
import { useRouteError } from 'react-router-dom';
import { messageOf } from '../lib/api';
import { Button, LinkButton } from '../ui/button';
import { MessagePage } from './message-page';
import { paths } from '../config/paths';

type Props = { error?: unknown; onRetry?: () => void };

/** A page that failed: a fault of ours, or a file of it that could not be fetched. It is tried again when the network is back. */
export function ErrorPage({ error, onRetry = () => location.reload() }: Props) {
  const handleOnline = useEffectEvent(onRetry);
  useEffect(() => {
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
  return (
    <MessagePage
      title="This page did not load"
      eyebrow="Let, play it again"
      actions={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <LinkButton to={paths.home} variant="outline" reloadDocument>
            Home
          </LinkButton>
        </>
      }
    >
      <p role="alert">
        {messageOf(error, 'This page could not be shown. Check your connection, then try again.')}
      </p>
    </MessagePage>
  );
}

/** The error element of a route. */
export function RouteErrorPage() {
  return <ErrorPage error={useRouteError()} />;
}
