import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense, lazy, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { backOnline } from '../lib/api';
import { followChanges } from '../lib/stream';
import '../style.css';
import { createQueryClient } from './query-client';
import { AppRoutes, loadPage } from './routes';

const QUIET_MS = 1500;

/** Toasts follow what a person does, so their code may wait until the page is there; an early one is shown then. */
const Toaster = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  await backOnline();
  return { default: (await import('../ui/toaster')).Toaster };
});

const client = createQueryClient();
followChanges(client);

const root = createRoot(document.getElementById('root')!);
// As a transition the first view is drawn in small steps, so that a slow phone answers a touch meanwhile.
const start = () =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
          <Suspense>
            <Toaster />
          </Suspense>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );

// A page that cannot be fetched now is asked for again where it stands, which says what is wrong.
void loadPage(location.pathname, client).then(start, start);
