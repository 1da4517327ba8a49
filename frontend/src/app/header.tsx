import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type Session, meQuery, useSession } from '../resources/session/session';
import { cx } from 'class-variance-authority';
import { Button, LinkButton } from '../ui/button';
import { Skeleton } from '../ui/skeleton';
import { Logo } from './logo';
import { lazyComponent } from '../ui/lazy-component';
import { OpenRequests } from './open-requests';
import { NavMenu } from './nav-menu';
import { headerLinks, isUnder } from './navigation';
import { paths } from '../config/paths';

/** For members only. If this chunk fails to load, the header works without it. */
const NotificationBell = lazyComponent(
  async () => (await import('./notification-bell')).NotificationBell,
  {
    fallback: <span className="mr-1 size-11" />,
    renderError: () => null,
  },
);

const SHRINK_OFFSET_PX = 50;

const useScrolled = () => {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > SHRINK_OFFSET_PX);
    // Reading scrollY directly in the effect would force an extra layout.
    const animationFrame = requestAnimationFrame(onScroll);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(animationFrame);
      removeEventListener('scroll', onScroll);
    };
  }, []);
  return scrolled;
};

/** For pages that work without an account, so they don't show the error themselves. */
function LoadAccountButton() {
  const { isFetching, refetch } = useQuery(meQuery);
  return (
    <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
      Load Account
    </Button>
  );
}

export function Header() {
  return <HeaderBar session={useSession()} />;
}

/** The sticky header. Its top margin scrolls away, so shrinking it doesn't shift the page. */
export function HeaderBar({ session }: { session: Session }) {
  const scrolled = useScrolled();
  const { pathname } = useLocation();
  const isMember = session.state === 'signedIn';
  return (
    <header
      className={cx(
        'sticky top-0 z-40 border-b bg-paper/92 backdrop-blur-md transition-colors duration-300 lg:-top-4 lg:pt-4 short:static',
        scrolled ? 'border-rule' : 'border-transparent',
      )}
    >
      <div className="page flex h-14 items-center justify-between gap-6 lg:h-16">
        <Link
          to={paths.home}
          aria-label="Courtly, home"
          className={cx(
            'shrink-0 origin-left transition-transform duration-300 ease-quiet max-lg:scale-88',
            scrolled && 'lg:scale-88',
          )}
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="flex min-w-0 items-center gap-1">
          {session.state === 'unknown' && !session.hasFailed && (
            <span role="status" aria-label="Loading your session" className="flex gap-6">
              <Skeleton className="h-4 w-24 max-md:hidden" />
              <Skeleton className="h-4 w-24 max-md:hidden" />
              <Skeleton className="h-4 w-20" />
            </span>
          )}
          {session.state === 'unknown' && session.hasFailed && <LoadAccountButton />}
          <ul className={cx('hidden items-center', isMember ? 'lg:flex' : 'md:flex')}>
            {headerLinks(session).map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={isUnder(to, pathname) ? 'page' : undefined}
                  className="flex h-11 items-center px-3 text-ink underline-offset-8 decoration-brass-line hover:underline aria-[current=page]:underline lg:px-4"
                >
                  {/* A single text node, so that the underline skips the badge. */}
                  <span>
                    {label}
                    {to === paths.hostDashboard && <OpenRequests />}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {session.state === 'signedOut' && (
            <LinkButton to={paths.elite} variant="brass" className="ml-3 max-md:hidden">
              Apply Elite
            </LinkButton>
          )}
          {isMember && <NotificationBell />}
          {session.state !== 'unknown' && <NavMenu session={session} />}
        </nav>
      </div>
    </header>
  );
}
