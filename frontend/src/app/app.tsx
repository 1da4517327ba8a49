import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import {
  type RouteObject,
  RouterProvider,
  type createBrowserRouter,
  matchRoutes,
} from 'react-router-dom';

type AppProps = { client: QueryClient; router: ReturnType<typeof createBrowserRouter> };

export function App({ client: queryClient, router }: AppProps) {
  // From now on, React submits the forms (see before-paint.js).
  useEffect(() => void document.dispatchEvent(new Event('courtly:ready')), []);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}

/**
 * Loads the matched lazy routes before hydration; otherwise the router would replace the
 * prerendered page with a spinner.
 */
export const loadMatchedRoutes = async (
  routes: RouteObject[],
  location: { pathname: string },
): Promise<void> => {
  const matchedRoutes = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matchedRoutes.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await (route.lazy as () => Promise<object>)(), { lazy: undefined });
    }),
  );
};
