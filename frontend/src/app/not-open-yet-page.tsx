import { matchPath, useLocation } from 'react-router-dom';
import { useSession } from '../resources/session/session';
import { LinkButton } from '../ui/button';
import { announcedParts } from './announced-parts';
import { MessagePage } from './message-page';
import { CONCIERGE } from '../config/paths';

/** A page that is announced and not open yet: which part it will be, and what is open instead. */
export function NotOpenYetPage() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const part = Object.entries(announcedParts).find(([path]) => matchPath(path, pathname))?.[1];
  if (!part) return null;
  return (
    <MessagePage
      title={part.title}
      eyebrow="Not open yet"
      page={part.page}
      actions={part.links(user).map(({ to, label }, index) => (
        <LinkButton key={to} to={to} variant={index === 0 ? 'primary' : 'outline'}>
          {label}
        </LinkButton>
      ))}
    >
      <p>{part.text}</p>
      <p className="mt-3">
        Write to{' '}
        <a className="text-ink underline underline-offset-4" href={`mailto:${CONCIERGE}`}>
          {CONCIERGE}
        </a>{' '}
        and we tell you when it opens.
      </p>
    </MessagePage>
  );
}
