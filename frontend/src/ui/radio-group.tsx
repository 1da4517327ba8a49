import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef } from 'react';
import { cx } from 'class-variance-authority';

export type Choice<V extends string> = {
  value: V;
  label: ReactNode;
  disabled?: boolean;
  /** The heading above consecutive choices of the same group. */
  group?: string;
};

type RadioGroupProps<V extends string> = {
  legend: string;
  /** Shows one compact switch between views. Its legend is for screen readers. */
  segmented?: boolean;
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
  required?: boolean;
  error?: string | undefined;
  /** For forms: the input to focus, either the selected one or the first. */
  ref?: Ref<HTMLInputElement>;
  /** With the number of columns. */
  className?: string;
  choiceClassName?: string;
};

const choiceClass =
  'relative grid cursor-pointer place-items-center rounded-sm border px-3 text-center leading-tight transition-colors has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-brass has-checked:has-focus:outline-2 has-checked:has-focus:outline-offset-3 has-checked:has-focus:outline-brass';
const tileClass =
  'min-h-12 border-transparent bg-soft py-2 hover:border-edge has-checked:border-court has-checked:bg-court has-checked:text-on-court has-disabled:border-dashed has-disabled:border-rule has-disabled:bg-transparent has-disabled:text-quiet';
const segmentClass =
  'min-h-10 border-transparent py-1.5 text-quiet hover:text-ink has-checked:border-edge has-checked:bg-thumb has-checked:font-semibold has-checked:text-ink';

/**
 * A group of visible choices, such as slots. Arrow keys change the selection; Tab leaves the group.
 */
export function RadioGroup<V extends string>({
  legend,
  segmented = false,
  choices,
  value,
  onChange,
  required = false,
  error,
  ref,
  className = 'grid-cols-2',
  choiceClassName,
}: RadioGroupProps<V>) {
  const baseId = useId();
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const adoptEarlyChoice = useEffectEvent(() => {
    const checked = fieldsetRef.current?.querySelector<HTMLInputElement>(':checked')?.value;
    const choice = choices.find((candidate) => candidate.value === checked);
    if (choice && choice.value !== value) onChange(choice.value);
  });
  // A visitor may have made a choice on the served page, before React loaded.
  useEffect(() => adoptEarlyChoice(), []);
  const focusTarget = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <fieldset
      ref={fieldsetRef}
      role="radiogroup"
      aria-required={required}
      aria-invalid={Boolean(error)}
      aria-describedby={error ? `${baseId}-error` : undefined}
      className="min-w-0"
    >
      <legend className={segmented ? 'sr-only' : 'mb-1.5 text-small font-semibold'}>
        {legend}
      </legend>
      {[...Map.groupBy(choices, ({ group = '' }) => group)].map(([group, groupChoices]) => (
        <div
          key={group}
          {...(group && { role: 'group', 'aria-label': group })}
          className="not-first-of-type:mt-3"
        >
          {group && (
            <p aria-hidden className="mb-1.5 text-small text-quiet">
              {group}
            </p>
          )}
          <div
            className={cx('grid', segmented ? 'gap-1 rounded-md bg-soft p-1' : 'gap-2', className)}
          >
            {groupChoices.map((choice) => (
              <label
                key={choice.value}
                className={cx(choiceClass, segmented ? segmentClass : tileClass, choiceClassName)}
              >
                <input
                  ref={choice === focusTarget ? ref : undefined}
                  type="radio"
                  name={baseId}
                  value={choice.value}
                  checked={choice.value === value}
                  disabled={choice.disabled}
                  onChange={() => onChange(choice.value)}
                  // WebKit neither scrolls nor shows the focus ring when arrow keys change the
                  // selection.
                  onFocus={({ target }) =>
                    target.closest('label')?.scrollIntoView?.({ block: 'nearest' })
                  }
                  className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
                />
                {choice.label}
              </label>
            ))}
          </div>
        </div>
      ))}
      <p id={`${baseId}-error`} role="alert" className="mt-1.5 text-small text-bad empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
