import { Fragment } from 'react';
import type { CourtSearch } from '../court-search';
import { sectionLabelsOf } from './search-labels';

/** `searchLabel` with the typed place isolated, because it may be written from right to left. */
export function SearchWords({ search }: { search: CourtSearch }) {
  const labels = Object.entries(sectionLabelsOf(search)).filter(([, label]) => label !== '');
  return (
    <span>
      {labels.map(([section, label], index) => (
        <Fragment key={section}>
          {index > 0 && ', '}
          {section === 'where' ? <bdi>{label}</bdi> : label}
        </Fragment>
      ))}
    </span>
  );
}
