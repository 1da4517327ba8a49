import { LinkButton } from '../ui/button';
import { MessagePage } from './message-page';
import { CONCIERGE, paths } from './paths';

/** A page that is announced and not open yet. */
export function Page() {
  return (
    <MessagePage
      title="Not open yet"
      eyebrow="Soon"
      actions={
        <>
          <LinkButton to={paths.courts}>Browse Courts</LinkButton>
          <LinkButton to={paths.home} variant="outline">
            Home
          </LinkButton>
        </>
      }
    >
      <p>
        This part of the club is being laid out. Write to{' '}
        <a className="text-ink underline underline-offset-4" href={`mailto:${CONCIERGE}`}>
          {CONCIERGE}
        </a>{' '}
        and we tell you when it opens.
      </p>
    </MessagePage>
  );
}
