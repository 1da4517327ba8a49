import { Autocomplete } from '@base-ui/react/autocomplete';
import { Clock, MapPin } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { activeCities } from '../../../config/active-cities';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import type { CourtSearch } from '../court-search';
import { SearchWords } from './search-words';
import type { SearchStepProps } from './search-steps';
import { searchLabel } from './search-labels';

type Suggestion = { label: string; note?: string; search?: CourtSearch };

const cities = {
  label: 'Cities',
  items: activeCities.map(({ city, state }): Suggestion => ({ label: city, note: state })),
};

/** The place, with suggestions from recent searches and the cities of Courtly. */
export function WhereStep({
  search,
  recent,
  takesFocus,
  onChange,
  onApply,
  onDone,
  onSubmit = onDone,
}: SearchStepProps) {
  const { searches } = recent;
  // Other items would lose the highlighted one.
  const groups = useMemo(() => {
    const items = searches.map((recentSearch): Suggestion => ({
      label: searchLabel(recentSearch),
      search: recentSearch,
    }));
    return items.length > 0 ? [{ label: 'Recent searches', items }, cities] : [cities];
  }, [searches]);
  const choose = ({ label, search: recentSearch }: Suggestion) => {
    if (recentSearch) return onApply(recentSearch);
    onChange({ search: label });
    onDone();
  };
  const inputRef = useRef<HTMLInputElement>(null);
  const focusInput = useEffectEvent(() => {
    if (takesFocus) inputRef.current?.focus();
  });
  useEffect(() => focusInput(), []);
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      itemToStringValue={({ label }: Suggestion) => label}
      value={search.search}
      onValueChange={(value, { reason }) => reason !== 'item-press' && onChange({ search: value })}
    >
      <Field label="City">
        {(controlProps) => (
          <Autocomplete.Input
            {...controlProps}
            ref={inputRef}
            enterKeyHint="search"
            maxLength={80}
            onKeyDown={(event) => {
              const isChoosing = event.currentTarget.hasAttribute('aria-activedescendant');
              if (event.key === 'Enter' && !isChoosing) onSubmit();
            }}
            render={<Input />}
          />
        )}
      </Field>
      <Autocomplete.List className="mt-3" aria-label="Suggestions">
        {(group: { label: string; items: Suggestion[] }) => (
          <Autocomplete.Group key={group.label} items={group.items} className="not-first:mt-3">
            <Autocomplete.GroupLabel className="py-1 text-small text-quiet">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Suggestion) => (
                <Autocomplete.Item
                  key={item.label}
                  value={item}
                  onClick={() => choose(item)}
                  className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2 wrap-anywhere data-highlighted:bg-sunk"
                >
                  {item.search ? (
                    <Clock
                      size={18}
                      strokeWidth={1.6}
                      aria-hidden
                      className="shrink-0 text-brass"
                    />
                  ) : (
                    <MapPin
                      size={18}
                      strokeWidth={1.6}
                      aria-hidden
                      className="shrink-0 text-brass"
                    />
                  )}
                  {item.search ? <SearchWords search={item.search} /> : <span>{item.label}</span>}
                  {item.note && <span className="ml-auto text-small text-quiet">{item.note}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      {searches.length > 0 && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            recent.clear();
            inputRef.current?.focus();
          }}
          className="mt-2 -ml-3.5"
        >
          Clear recent searches
        </Button>
      )}
    </Autocomplete.Root>
  );
}
