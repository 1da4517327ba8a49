import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';

const paperPaths = {
  terms: paths.terms,
  privacy: paths.privacy,
  hostingTerms: paths.hostingTerms,
  cancellationPolicy: paths.cancellationPolicy,
};

/** A link in a form. It opens a new tab, so that nothing entered is lost. */
export function PaperLink({
  paper,
  children,
}: {
  paper: keyof typeof paperPaths;
  children: ReactNode;
}) {
  return (
    <Link
      to={paperPaths[paper]}
      target="_blank"
      className="underline decoration-brass-line underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
