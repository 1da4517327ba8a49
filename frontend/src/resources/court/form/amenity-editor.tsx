import { X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { LONGEST_AMENITY, MOST_AMENITIES, suggestionsFor, withAmenity } from './amenities';

type Props = {
  amenities: readonly string[];
  onChange: (amenities: readonly string[]) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

const chip = 'inline-flex min-h-9 items-center rounded-full border text-[0.9375rem]';

/** Edits a list of amenities: type and press Enter, or choose a suggestion. */
export function AmenityEditor({ amenities, onChange, error, ref }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current!);
  const chips = useRef<HTMLUListElement>(null);
  const [said, say] = useState('');
  const full = amenities.length >= MOST_AMENITIES;
  const add = (text: string) => {
    const next = withAmenity(amenities, text);
    if (next !== amenities) {
      onChange(next);
      say(`${text.trim()} added`);
    }
    input.current!.value = '';
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(event.currentTarget.value);
  };
  const remove = (index: number) => {
    flushSync(() => {
      onChange(amenities.filter((_, at) => at !== index));
      say(`${amenities[index]} removed`);
    });
    const left = chips.current?.querySelectorAll('button') ?? [];
    (left[index] ?? left[index - 1] ?? input.current)?.focus();
  };
  return (
    <div className="grid gap-4">
      <Field
        label="Add an amenity"
        optional
        error={error}
        hint={full ? `You can list up to ${MOST_AMENITIES} amenities.` : undefined}
      >
        {(controlProps) => (
          <div className="flex gap-3">
            <Input
              ref={input}
              name="amenity"
              autoComplete="off"
              enterKeyHint="done"
              maxLength={LONGEST_AMENITY}
              onKeyDown={onKeyDown}
              {...controlProps}
            />
            <Button variant="outline" className="h-12" onClick={() => add(input.current!.value)}>
              Add
            </Button>
          </div>
        )}
      </Field>
      {amenities.length > 0 && (
        <ul ref={chips} aria-label="Amenities" className="flex flex-wrap gap-2">
          {amenities.map((amenity, index) => (
            <li key={amenity} className={`${chip} min-w-0 border-brass-line pl-4`}>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {amenity}
              </span>
              <button
                type="button"
                aria-label={`Remove ${amenity}`}
                onClick={() => remove(index)}
                className="grid size-9 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
              >
                <X size={16} strokeWidth={1.6} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!full && suggestionsFor(amenities).length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-[0.9375rem] text-quiet">Suggestions:</span>
          {suggestionsFor(amenities).map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              aria-label={`Add ${suggestion}`}
              onClick={() => {
                flushSync(() => add(suggestion));
                input.current?.focus();
              }}
              className={`${chip} cursor-pointer border-rule px-4 text-quiet transition-colors hover:border-ink hover:text-ink`}
            >
              {suggestion}
            </button>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
