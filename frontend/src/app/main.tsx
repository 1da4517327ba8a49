import { isCheckout } from '@courtly/contracts/checkout-document';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { dropOldDrafts } from '../lib/drafts';
import { removeServedTags } from '../lib/page-meta';
import { dropSavedBookings, syncSession } from '../resources/session/session';
import '../style.css';
import { loadToaster } from '../ui/toast';
import { App, loadMatchedRoutes } from './app';
import { rootErrorHandlers, startBrowserReports } from './browser-reports';
import { createQueryClient } from './query-client';
import { watchReleases } from './release-watch';
import { initialHydrationData, createRoutes } from './routes';
import { subscribeToServerEvents } from './server-events';
import { supportTranslatedPages } from './translated-pages';

const startApp = async () => {
  startBrowserReports();
  supportTranslatedPages();
  dropOldDrafts();
  dropSavedBookings();
  const rootElement = document.getElementById('root')!;
  const queryClient = createQueryClient();
  syncSession(queryClient);
  subscribeToServerEvents(queryClient);
  const currentLocation = { pathname: location.pathname };
  const routes = createRoutes(queryClient, currentLocation);
  const isPrerendered = rootElement.hasAttribute('data-prerendered');
  if (isPrerendered) await loadMatchedRoutes(routes, location);
  // Without hydration data, the router would scroll to the top while the visitor is already
  // reading.
  const router = createBrowserRouter(
    routes,
    isPrerendered || isCheckout(currentLocation.pathname)
      ? { hydrationData: initialHydrationData }
      : {},
  );
  watchReleases(new URL(import.meta.url).pathname, router, queryClient);
  const app = <App client={queryClient} router={router} />;
  // A transition renders the first view in small steps, so a slow phone can respond to touches in
  // between.
  startTransition(() => {
    if (isPrerendered) {
      // React would adopt the server-rendered meta tags as its own and fail once the page removes
      // them.
      removeServedTags(location.pathname);
      hydrateRoot(rootElement, app, rootErrorHandlers);
    } else createRoot(rootElement, rootErrorHandlers).render(app);
  });
  // If this fails, the next toast tries again.
  void loadToaster(rootErrorHandlers).catch(() => undefined);
};

void startApp();
