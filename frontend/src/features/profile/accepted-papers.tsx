import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMediumDate, viewerZone } from '../../lib/format';
import { acceptedPapersQuery } from '../../resources/paper/accepted-papers-query';
import { PaperSections } from '../../resources/paper/paper-sections';
import { QueryPanel } from '../../ui/query-panel';

/** The texts are long, so they load only on request. */
export function AcceptedPapers() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer">Show the versions that you accepted</summary>
      {isOpen && <PaperList />}
    </details>
  );
}

function PaperList() {
  return (
    <QueryPanel query={useQuery(acceptedPapersQuery)} label="the documents">
      {(papers) =>
        papers.length === 0 ? (
          <p className="mt-3 text-quiet">
            No accepted versions are recorded. The links at the end of each page show the current
            ones.
          </p>
        ) : (
          <ul className="mt-3 border-t border-rule">
            {papers.map((paper) => (
              <li key={paper.name + paper.acceptedAt} className="border-b border-rule py-3">
                <details>
                  <summary className="cursor-pointer">
                    {paper.title}, version {paper.version}, accepted{' '}
                    {formatMediumDate(paper.acceptedAt, viewerZone())}
                  </summary>
                  <PaperSections paper={paper} headingLevel="h3" />
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}
