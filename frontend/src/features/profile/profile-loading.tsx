import { useLogout } from '../../resources/session/logout';
import { useSlow } from '../../lib/use-slow';
import { Button } from '../../ui/button';
import { Spinner } from '../../ui/skeleton';

const SLOW_MS = 3_000;
const VERY_SLOW_MS = 8_000;

/** Offers to refresh the page or to log out if the session takes too long to load. */
export function ProfileLoading() {
  const logout = useLogout();
  const isSlow = useSlow(true, SLOW_MS);
  const isVerySlow = useSlow(true, VERY_SLOW_MS);
  return (
    <div className="page pt-10">
      {isSlow && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-4 border-y border-brass-line py-5"
        >
          <p className="grow">
            <span className="font-display text-2xl">Still loading?</span>{' '}
            <span className="block text-quiet">
              {isVerySlow
                ? "Your profile isn't loading. Refreshing the page, or logging out and back in, often helps."
                : 'This is taking longer than usual.'}
            </span>
          </p>
          <Button variant="outline" onClick={() => location.reload()}>
            Refresh
          </Button>
          <Button variant="quiet" onClick={() => void logout()}>
            Log Out
          </Button>
        </div>
      )}
      <Spinner label="Loading your profile" />
    </div>
  );
}
