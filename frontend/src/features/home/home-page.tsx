import { canHost } from '../../resources/session/permissions';
import { useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { PageMeta } from '../../lib/page-meta';
import { LoadFailed, lazyComponent } from '../../ui/lazy-component';
import { Spinner } from '../../ui/skeleton';
import { VisitorHome } from './visitor-home';

const loadOptions = {
  fallback: <Spinner label="Loading Courtly" />,
  renderError: (onRetry: () => void) => (
    <div className="page pt-10">
      <LoadFailed subject="Your page" onRetry={onRetry} />
    </div>
  ),
};
const HostHome = lazyComponent(async () => (await import('./host-home')).HostHome, loadOptions);
const MemberHome = lazyComponent(
  async () => (await import('./member-home')).MemberHome,
  loadOptions,
);

export function HomePage() {
  const session = useSession();
  const { state, user } = session;
  return (
    <>
      <PageMeta page="/" />
      {session.state === 'unknown' && !session.hasFailed && <Spinner label="Loading Courtly" />}
      {session.state === 'unknown' && session.hasFailed && (
        <div className="page pt-10">
          <h1 className="font-display text-title">Welcome to Courtly</h1>
          <UnknownSession />
        </div>
      )}
      {state === 'signedIn' &&
        (canHost(user) ? <HostHome user={user} /> : <MemberHome user={user} />)}
      {state === 'signedOut' && <VisitorHome />}
    </>
  );
}
