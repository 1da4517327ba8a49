import { canHost } from '../../resources/session/permissions';
import { useSession } from '../../resources/session/session';
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
  const { state, user } = useSession();
  return (
    <>
      <PageMeta page="/" />
      {state === 'loading' && <Spinner label="Loading Courtly" />}
      {state === 'member' &&
        (canHost(user) ? <HostHome user={user} /> : <MemberHome user={user} />)}
      {state === 'visitor' && <VisitorHome />}
    </>
  );
}
