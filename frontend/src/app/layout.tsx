import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
} from 'react-router-dom';
import { BottomBar } from './bottom-bar';
import { Footer } from './footer';
import { Header } from './header';
import { LogoutProvider } from '../resources/session/logout';
import { NavigationGuard } from '../ui/navigation-guard';
import { OfflineBanner } from './offline-banner';
import { useReloadAfterRelease } from './release-watch';
import { SessionRecovery } from './session-recovery';
import { useRouteFocus } from './route-focus';

/**
 * Scroll positions are keyed by history entry. The first entry of every document has the key
 * `default`, so that entry uses its URL.
 */
const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? pathname + search : key;

export function Layout() {
  const { state } = useNavigation();
  useRouteFocus();
  useReloadAfterRelease(useLocation().pathname);
  return (
    <LogoutProvider>
      <SessionRecovery>
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-24 bg-court px-4 py-2.5 text-on-court focus:translate-y-0"
        >
          Skip to content
        </a>
        {state !== 'idle' && (
          <div
            aria-hidden
            className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-brass-line"
          />
        )}
        <Header />
        <OfflineBanner />
        <main id="main" tabIndex={-1} className="min-h-[70dvh] outline-none">
          <Outlet />
        </main>
        <Footer />
        <BottomBar />
        <NavigationGuard />
      </SessionRecovery>
      <ScrollRestoration getKey={scrollKey} />
    </LogoutProvider>
  );
}
