import { Check } from 'lucide-react';
import { cx } from 'class-variance-authority';

const steps = ['When', 'Waiver', 'Pay', 'Done'] as const;

type BookingStepsProps = { current: (typeof steps)[number]; className?: string };

/** The steps of a booking. Screen readers announce the current one when it changes. */
export function BookingSteps({ current, className }: BookingStepsProps) {
  const currentIndex = steps.indexOf(current);
  return (
    <div className={className}>
      <p role="status" className="sr-only">
        Step {currentIndex + 1} of {steps.length}: {current}
      </p>
      <ol aria-label="Steps of the booking" className="grid grid-cols-4 gap-1.5 text-small">
        {steps.map((step, index) => {
          const isOver = index < currentIndex || current === 'Done';
          return (
            <li
              key={step}
              aria-current={step === current ? 'step' : undefined}
              className={cx(
                'flex items-center gap-1.5 border-t-2 pt-2',
                index <= currentIndex ? 'border-court' : 'border-rule text-quiet',
                step === current && 'font-semibold',
              )}
            >
              {isOver && <Check size={15} strokeWidth={2} aria-hidden className="text-brass" />}
              {step}
              {isOver && step !== current && <span className="sr-only"> (done)</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
