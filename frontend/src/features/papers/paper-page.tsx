import type { PaperName } from '@courtly/contracts/papers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { formatMediumDate } from '../../lib/format';
import { PageMeta } from '../../lib/page-meta';
import { QueryPanel } from '../../ui/query-panel';

const paperQuery = (paper: PaperName) =>
  queryOptions({
    queryKey: ['/api/papers', paper],
    queryFn: ({ signal }) => call('GET /api/papers/:paper', { params: { paper }, signal }),
  });

const papers = [
  { path: paths.terms, name: 'terms', title: 'Terms of service' },
  { path: paths.privacy, name: 'privacy', title: 'Privacy notice' },
  { path: paths.hostingTerms, name: 'hosting-terms', title: 'Hosting terms' },
  { path: paths.cancellationPolicy, name: 'cancellation-policy', title: 'Cancellation policy' },
] as const;

/** The terms, the privacy notice, the hosting terms, or the cancellation policy. */
export function PaperPage() {
  const { pathname } = useLocation();
  const { path, name, title } = papers.find((paper) => matchPath(paper.path, pathname))!;
  return (
    <article className="page max-w-3xl pt-10">
      <PageMeta page={path} />
      <h1 className="font-display text-title">{title}</h1>
      <QueryPanel query={useQuery(paperQuery(name))} label="the text">
        {({ version, date, draftNote, sections }) => (
          <>
            {draftNote && (
              <p role="note" className="mt-4 border-l-2 border-brass-line pl-4 font-semibold">
                {draftNote}
              </p>
            )}
            <p className="mt-4 text-quiet">
              Version {version}, {formatMediumDate(`${date}T12:00:00.000Z`, 'UTC')}
            </p>
            {sections.map(({ title: heading, paragraphs }) => (
              <section key={heading} className="mt-10 border-t border-rule pt-6">
                <h2 className="font-display text-2xl">{heading}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph} className="mt-3 max-w-prose">
                    {paragraph}
                  </p>
                ))}
              </section>
            ))}
          </>
        )}
      </QueryPanel>
    </article>
  );
}
