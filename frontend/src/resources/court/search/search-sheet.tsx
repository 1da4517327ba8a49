import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { emptySearch } from '../court-search';
import { toQueryString } from './recent-searches';
import { type SearchStepProps, searchSteps } from './search-steps';

type SearchSheetProps = Omit<SearchStepProps, 'onChange' | 'onDone' | 'onSubmit' | 'takesFocus'> & {
  onClose: () => void;
};

/** The search on the phone, one step at a time. It applies when the user presses Show Courts. */
export function SearchSheet({ search, today, recent, onApply, onClose }: SearchSheetProps) {
  const [draft, setDraft] = useState(search);
  const [stepIndex, setStepIndex] = useState(0);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (hasMoved.current) headingRef.current?.focus();
  }, [stepIndex]);
  const goTo = (index: number) => {
    hasMoved.current = true;
    setStepIndex(index);
  };
  const { name, Step } = searchSteps[stepIndex]!;
  const isLast = stepIndex === searchSteps.length - 1;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Find an hour"
      hasHiddenEntries={toQueryString(draft) !== toQueryString(search)}
      className="h-dvh max-h-dvh! sm:h-[46rem] sm:max-h-[92dvh]!"
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              setDraft({ ...emptySearch, sort: search.sort });
              goTo(0);
            }}
            className="mr-auto"
          >
            Clear
          </Button>
          {!isLast && (
            <Button variant="outline" onClick={() => goTo(stepIndex + 1)}>
              Next
            </Button>
          )}
          <Button onClick={() => onApply(draft)}>Show Courts</Button>
        </>
      }
    >
      <ol aria-label="Steps" className="grid grid-cols-5 gap-1 text-sm">
        {searchSteps.map((step, index) => (
          <li key={step.name}>
            <button
              type="button"
              aria-current={index === stepIndex ? 'step' : undefined}
              onClick={() => goTo(index)}
              className="min-h-11 w-full cursor-pointer border-t-2 border-rule text-quiet aria-[current=step]:border-court aria-[current=step]:font-semibold aria-[current=step]:text-ink"
            >
              {step.name}
              {step.valueOf(draft, today) && (
                <>
                  <span aria-hidden> ✓</span>
                  <span className="sr-only">
                    : <bdi>{step.valueOf(draft, today)}</bdi>
                  </span>
                </>
              )}
            </button>
          </li>
        ))}
      </ol>
      <h3 ref={headingRef} tabIndex={-1} className="mt-4 mb-4 font-display text-xl outline-none">
        <span className="sr-only">
          Step {stepIndex + 1} of {searchSteps.length}:{' '}
        </span>
        {name}
      </h3>
      <Step
        search={draft}
        today={today}
        recent={recent}
        takesFocus={false}
        onChange={(changes) => setDraft((previous) => ({ ...previous, ...changes }))}
        onApply={onApply}
        onDone={() => !isLast && goTo(stepIndex + 1)}
      />
    </Dialog>
  );
}
