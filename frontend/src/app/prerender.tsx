import { type Shell, shellPlaces } from '@courtly/contracts/pages';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static.edge';
import {
  StaticRouter,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
} from 'react-router-dom';
import { paths } from '../config/paths';
import { CourtSkeleton } from '../features/courts/court-skeleton';
import { CourtsSkeleton } from '../features/courts/courts-loading';
import { meQuery } from '../resources/session/session';
import { Spinner } from '../ui/skeleton';
import { HeaderBar } from './header';
import { createQueryClient } from './query-client';
import { createRoutes } from './routes';

/** Public pages that are the same for every visitor and are rendered to HTML at build time. */
export const prerenderedPaths: readonly string[] = [
  paths.home,
  paths.howItWorks,
  paths.elite,
  paths.login,
  paths.register,
];

/** Renders the root element of a path as a visitor sees it. */
export const renderPage = async (pagePath: string): Promise<string> => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(meQuery.queryKey, null);
  const handler = createStaticHandler(createRoutes(queryClient));
  const routerContext = await handler.query(
    new Request(new URL(pagePath, 'http://courtly.invalid')),
  );
  if (routerContext instanceof Response) throw new Error(`${pagePath} leads elsewhere`);
  return renderToText(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, routerContext)}
          context={routerContext}
          hydrate={false}
        />
      </QueryClientProvider>
    </StrictMode>,
  );
};

/**
 * Placeholders for all other paths until the scripts load. The server fills in the court name and
 * photo if it has them.
 */
export const renderShells = async (): Promise<Record<Shell, string>> => ({
  courts: await renderShell(<CourtsSkeleton />),
  courtsWithPhoto: await renderShell(<CourtsSkeleton photo={shellPlaces.photo} />),
  court: await renderShell(
    <CourtSkeleton name={shellPlaces.name} description={shellPlaces.description} />,
  ),
  courtWithPhoto: await renderShell(<CourtSkeleton {...shellPlaces} />),
  other: await renderShell(<Spinner />),
});

const renderShell = (content: ReactNode): Promise<string> =>
  renderToText(
    <StaticRouter location="/shell">
      <HeaderBar session={{ state: 'unknown', user: null, hasFailed: false }} />
      <main className="min-h-[70dvh]">{content}</main>
    </StaticRouter>,
  );

const renderToText = async (element: ReactNode): Promise<string> =>
  new Response((await prerender(element)).prelude).text();
