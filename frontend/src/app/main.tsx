import { isCheckout } from '@courtly/contracts/checkout-document';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { removeServedTags } from '../lib/page-meta';
import { syncSession } from '../resources/session/session';
import '../style.css';
import { Toaster } from '../ui/toaster';
import { App, loadMatched } from './app';
import { createQueryClient } from './query-client';
import { reloadAfterRelease } from './reload-after-release';
import { firstData, routesOf } from './routes';
import { subscribeToServerEvents } from './server-events';

const start = async () => {
  const root = document.getElementById('root')!;
  const client = createQueryClient();
  syncSession(client);
  subscribeToServerEvents(client);
  const shown = { pathname: location.pathname };
  const routes = routesOf(client, shown);
  const isPrerendered = root.hasAttribute('data-prerendered');
  if (isPrerendered) await loadMatched(routes, location);
  // Without hydration data the router would scroll to the top while the visitor is already reading.
  const router = createBrowserRouter(
    routes,
    isPrerendered || isCheckout(shown.pathname) ? { hydrationData: firstData } : {},
  );
  reloadAfterRelease(new URL(import.meta.url).pathname, () => {
    const { location: next } = router.state.navigation;
    if (next) location.assign(router.createHref(next));
    else location.reload();
  });
  const app = <App client={client} router={router} />;
  createRoot(document.getElementById('toasts')!).render(<Toaster />);
  // A transition renders the first view in small steps, so a slow phone can respond to touches in
  // between.
  startTransition(() => {
    if (isPrerendered) {
      // React would adopt the server-rendered meta tags as its own and fail once the page removes
      // them.
      removeServedTags(location.pathname);
      hydrateRoot(root, app);
    } else createRoot(root).render(app);
  });
};

void start();
