import { useSession } from '../../lib/session';
import { PageMeta } from '../../lib/page-meta';
import { Spinner } from '../../ui/skeleton';
import { MemberHome } from './member-home';
import { VisitorHome } from './visitor-home';

/** The front door: what the club is for a visitor, where to go for a member. */
export function HomePage() {
  const { state, user } = useSession();
  return (
    <>
      <PageMeta page="/" />
      {state === 'loading' && <Spinner label="Loading Courtly" />}
      {state === 'member' && <MemberHome user={user} />}
      {state === 'visitor' && <VisitorHome />}
    </>
  );
}
