import { useQuery } from '@tanstack/react-query';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { paperQuery } from '../../resources/paper/paper-query';
import { PaperSections } from '../../resources/paper/paper-sections';
import { useSession } from '../../resources/session/session';
import { QueryPanel } from '../../ui/query-panel';

const papers = [
  { path: paths.terms, name: 'terms', title: 'Terms of service' },
  { path: paths.privacy, name: 'privacy', title: 'Privacy notice' },
  { path: paths.hostingTerms, name: 'hosting-terms', title: 'Hosting terms' },
  { path: paths.cancellationPolicy, name: 'cancellation-policy', title: 'Cancellation policy' },
] as const;

/** The terms, the privacy notice, the hosting terms, or the cancellation policy. */
export function PaperPage() {
  const { pathname } = useLocation();
  const isSignedIn = useSession().user != null;
  const { path, name, title } = papers.find((paper) => matchPath(paper.path, pathname))!;
  return (
    <article className="page max-w-3xl pt-10">
      <PageMeta page={path} />
      <h1 className="font-display text-title">{title}</h1>
      <QueryPanel query={useQuery(paperQuery(name))} label="the text">
        {(paper) => <PaperSections paper={paper} headingLevel="h2" />}
      </QueryPanel>
      {isSignedIn && (
        <p className="mt-10">
          <Link
            to={paths.settings}
            className="underline decoration-brass-line underline-offset-4 hover:decoration-ink"
          >
            See the versions that you accepted in your settings
          </Link>
        </p>
      )}
    </article>
  );
}
