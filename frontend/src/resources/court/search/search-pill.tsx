import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from 'class-variance-authority';
import { Popover } from '../../../ui/popover';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { prefetchCalendar } from '../../../ui/date-picker';
import { type SearchStepProps, searchSteps } from './search-steps';

const loadSheet = async () => (await import('./search-sheet')).SearchSheet;
const SearchSheet = lazyDialog(loadSheet);
const prefetchSheet = (): void => void loadSheet().catch(() => undefined);

const pillClass = 'rounded-full border border-edge bg-raised shadow-lift';

type SearchPillProps = Omit<SearchStepProps, 'onDone' | 'takesFocus'> & {
  /** The button at the end: to search, or to open more filters. */
  action: ReactNode;
};

/**
 * The search in one line. On desktop, each part opens a panel whose changes apply immediately; on
 * the phone, a sheet asks for one part at a time.
 */
export function SearchPill({ action, ...props }: SearchPillProps) {
  const { search, today } = props;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const parts = searchSteps.map((step) => ({ ...step, value: step.valueOf(search, today) }));
  const [place, ...others] = parts;
  return (
    <div role="search" aria-label="Courts" className={cx('flex h-16 items-center', pillClass)}>
      {parts.map(({ name, value, placeholder, Step }) => (
        <div
          key={name}
          className="hidden min-w-0 flex-1 border-rule first:flex-[1.4] not-first:border-l lg:block"
        >
          <Popover
            changesQuery
            className={cx('p-4', name === 'When' ? 'w-[21.75rem]' : 'w-80')}
            trigger={(triggerProps) => (
              <button
                type="button"
                {...triggerProps}
                {...(name === 'When' && {
                  onPointerEnter: prefetchCalendar,
                  onFocus: prefetchCalendar,
                })}
                className="block h-15.5 w-full cursor-pointer rounded-full px-6 text-left transition-colors hover:bg-sunk focus-visible:-outline-offset-2"
              >
                <span className="block text-sm leading-tight font-semibold">{name}</span>{' '}
                <bdi className={cx('block truncate leading-snug', !value && 'text-quiet')}>
                  {value || placeholder}
                </bdi>
              </button>
            )}
          >
            {(close) => (
              <Step
                {...props}
                takesFocus
                onApply={(applied) => {
                  close();
                  props.onApply(applied);
                }}
                onDone={close}
              />
            )}
          </Popover>
        </div>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={prefetchSheet}
        onFocus={prefetchSheet}
        onClick={() => setSheetOpen(true)}
        className="flex h-15.5 min-w-0 grow cursor-pointer items-center gap-3.5 rounded-full pl-5 text-left lg:hidden"
      >
        <Search size={20} strokeWidth={1.6} aria-hidden className="shrink-0 text-brass" />
        <span className="min-w-0">
          <span className="sr-only">Search: </span>
          <bdi className="block truncate leading-tight font-semibold">
            {place!.value || place!.placeholder}
          </bdi>{' '}
          <span className="block truncate text-sm leading-snug text-quiet">
            {others
              .filter(({ value, name }) => value || name === 'When')
              .map(({ value, placeholder }) => value || placeholder)
              .join(' · ')}
          </span>
        </span>
      </button>
      <div className="shrink-0 px-2">{action}</div>
      {isSheetOpen && (
        <SearchSheet
          {...props}
          onClose={() => setSheetOpen(false)}
          onApply={(applied) => {
            setSheetOpen(false);
            props.onApply(applied);
          }}
        />
      )}
    </div>
  );
}
