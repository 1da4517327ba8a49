import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { TextLink } from '../../ui/text-link';

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
    <TextLink to={paperPaths[paper]} target="_blank">
      {children}
    </TextLink>
  );
}
