import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { followChanges } from '../lib/stream';
import '../style.css';
import { Toaster } from '../ui/toaster';
import { createQueryClient } from './query-client';
import { reloadAfterRelease } from './reload-after-release';
import { routesOf } from './routes';

const client = createQueryClient();
followChanges(client);
const router = createBrowserRouter(routesOf(client));
reloadAfterRelease(new URL(import.meta.url).pathname, () => {
  const { location: next } = router.state.navigation;
  if (next) location.assign(router.createHref(next));
  else location.reload();
});

// As a transition the first view is drawn in small steps, so that a slow phone answers a touch meanwhile.
startTransition(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
