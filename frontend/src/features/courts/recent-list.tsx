import { useId } from 'react';
import { cx } from 'class-variance-authority';
import type { CourtSearch } from '../../resources/court/court-search';
import type { RecentSearches } from './recent-searches';
import { searchLabel } from './search-labels';

type RecentListProps = {
  recent: RecentSearches;
  onChoose: (search: CourtSearch) => void;
  className?: string;
};

const actionClass = 'min-h-9 cursor-pointer text-left underline-offset-4 hover:underline';

export function RecentList({ recent: { searches, clear }, onChoose, className }: RecentListProps) {
  const headingId = useId();
  if (searches.length === 0) return null;
  return (
    <div className={cx('flex flex-wrap items-center gap-x-5 gap-y-1 text-small', className)}>
      <span id={headingId} className="text-quiet">
        Recent searches
      </span>
      <ul aria-labelledby={headingId} className="contents">
        {searches.map((search) => (
          <li key={searchLabel(search)} className="min-w-0">
            <button
              type="button"
              onClick={() => onChoose(search)}
              className={cx(actionClass, 'wrap-anywhere')}
            >
              {searchLabel(search)}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-label="Clear recent searches"
        onClick={clear}
        className={cx(actionClass, 'text-quiet')}
      >
        Clear
      </button>
    </div>
  );
}
