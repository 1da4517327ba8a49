import { messageOf } from '../lib/api';
import { Button, LinkButton } from '../ui/button';
import { MessagePage } from './message-page';
import { paths } from './paths';

/** A page that failed: a fault of ours, or a part of it that could not be fetched. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <MessagePage
      title="This page did not load"
      eyebrow="Let, play it again"
      actions={
        <>
          <Button onClick={() => location.reload()}>Try Again</Button>
          <LinkButton to={paths.home} variant="outline" reloadDocument>
            Home
          </LinkButton>
        </>
      }
    >
      <p role="alert">{messageOf(error, 'Something went wrong on our side, or the network let us down.')}</p>
    </MessagePage>
  );
}
