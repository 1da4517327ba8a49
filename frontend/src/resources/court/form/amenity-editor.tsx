import { AMENITY_LENGTH, MOST_AMENITIES } from '@courtly/contracts/court-limits';
import { X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input } from '../../../ui/input';
import { suggestionsFor, withAmenity } from './amenities';

type AmenityEditorProps = {
  amenities: readonly string[];
  onChange: (amenities: readonly string[]) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

const chipClass = 'inline-flex min-h-9 items-center rounded-full border text-small';

/** Edits a list of amenities. The host types one and presses Enter, or chooses a suggestion. */
export function AmenityEditor({ amenities, onChange, error, ref }: AmenityEditorProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => inputRef.current!);
  const chipList = useRef<HTMLUListElement>(null);
  const [announcement, announce] = useState('');
  const isFull = amenities.length >= MOST_AMENITIES;
  const addAmenity = (amenityText: string) => {
    const nextAmenities = withAmenity(amenities, amenityText);
    if (nextAmenities !== amenities) {
      onChange(nextAmenities);
      announce(`${amenityText.trim()} added`);
    }
    inputRef.current!.value = '';
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    addAmenity(event.currentTarget.value);
  };
  const removeAmenity = (index: number) => {
    flushSync(() => {
      onChange(amenities.filter((_, otherIndex) => otherIndex !== index));
      announce(`${amenities[index]} removed`);
    });
    const remainingButtons = chipList.current?.querySelectorAll('button') ?? [];
    (remainingButtons[index] ?? remainingButtons[index - 1] ?? inputRef.current)?.focus();
  };
  return (
    <div className="grid gap-4">
      <Field
        label="Add an amenity"
        optional
        error={error}
        hint={isFull ? `You can list up to ${MOST_AMENITIES} amenities.` : undefined}
      >
        {(controlProps) => (
          <div className="flex gap-3">
            <Input
              ref={inputRef}
              name="amenity"
              autoComplete="off"
              enterKeyHint="done"
              maxLength={AMENITY_LENGTH}
              onKeyDown={onKeyDown}
              {...controlProps}
            />
            <Button
              variant="outline"
              className="h-12!"
              onClick={() => addAmenity(inputRef.current!.value)}
            >
              Add
            </Button>
          </div>
        )}
      </Field>
      {amenities.length > 0 && (
        <ul ref={chipList} aria-label="Amenities" className="flex flex-wrap gap-2">
          {amenities.map((amenity, index) => (
            <li key={amenity} className={`${chipClass} min-w-0 border-brass-line pl-4`}>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {amenity}
              </span>
              <button
                type="button"
                aria-label={`Remove ${amenity}`}
                onClick={() => removeAmenity(index)}
                className="grid size-9 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
              >
                <X size={16} strokeWidth={1.6} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isFull && suggestionsFor(amenities).length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-small text-quiet">Suggestions:</span>
          {suggestionsFor(amenities).map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              aria-label={`Add ${suggestion}`}
              onClick={() => {
                flushSync(() => addAmenity(suggestion));
                inputRef.current?.focus();
              }}
              className={`${chipClass} cursor-pointer border-rule px-4 text-quiet transition-colors hover:border-ink hover:text-ink`}
            >
              {suggestion}
            </button>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
