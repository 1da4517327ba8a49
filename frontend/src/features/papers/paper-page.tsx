import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { paperQuery } from '../../resources/paper/paper-query';
import { PaperSections } from '../../resources/paper/paper-sections';
import { useSession } from '../../resources/session/session';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

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
      <Heading level={1}>{title}</Heading>
      <QueryPanel query={useQuery(paperQuery(name))} label="the text">
        {(paper) => <PaperSections paper={paper} headingLevel="h2" />}
      </QueryPanel>
      {isSignedIn && (
        <p className="mt-10">
          <TextLink to={paths.settings}>
            See the versions that you accepted in your settings
          </TextLink>
        </p>
      )}
    </article>
  );
}
