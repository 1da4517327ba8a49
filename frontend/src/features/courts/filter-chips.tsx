import { cx } from 'class-variance-authority';
import type { CourtSearch } from '../../resources/court/court-search';
import { type FilterSection, sectionLabelsOf } from './search-labels';

const filterChips: readonly { part: FilterSection; label: string }[] = [
  { part: 'when', label: 'When' },
  { part: 'where', label: 'Where' },
  { part: 'sport', label: 'Sport' },
  { part: 'price', label: 'Price' },
  { part: 'surface', label: 'Surface' },
  { part: 'more', label: 'More' },
];

type FilterChipsProps = {
  search: CourtSearch;
  onOpen: (part: FilterSection) => void;
  onNear: () => void;
};

/** The mobile filters. Each chip opens the filter sheet at its section. */
export function FilterChips({ search, onOpen, onNear }: FilterChipsProps) {
  const sectionLabels = sectionLabelsOf(search);
  return (
    <ul
      aria-label="Filters"
      // Positioned so that screen reader text scrolls with its chip instead of widening the page.
      className="relative -mx-[clamp(1.25rem,4vw,3.5rem)] flex gap-2 overflow-x-auto px-[clamp(1.25rem,4vw,3.5rem)] py-1 [scrollbar-width:none] lg:hidden"
    >
      {filterChips.map(({ part, label }) => (
        <li key={part} className="shrink-0">
          <button
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={onNear}
            onFocus={onNear}
            onClick={() => onOpen(part)}
            className={cx(
              'h-11 max-w-56 cursor-pointer truncate rounded-full border px-4.5 transition-colors',
              sectionLabels[part]
                ? 'border-court bg-court text-on-court'
                : 'border-edge bg-raised text-ink hover:border-ink hover:bg-sunk',
            )}
          >
            {sectionLabels[part] ? (
              <>
                <span className="sr-only">{label}: </span>
                <bdi>{sectionLabels[part]}</bdi>
              </>
            ) : (
              label
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
