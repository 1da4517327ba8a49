import { useCallback, useState } from 'react';
import { cx } from 'class-variance-authority';
import { Button } from '../../ui/button';

const CLOSE_TO_END_PX = 10;

/** Whether the text is scrolled close enough to its end to count as read. */
export const isReadToEnd = (
  textBox: Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>,
): boolean => textBox.scrollHeight - textBox.scrollTop - textBox.clientHeight <= CLOSE_TO_END_PX;

/** The part of the text that has been in view, from 0 to 100. */
const readPercent = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number =>
  scrollHeight > clientHeight
    ? Math.min(Math.round((100 * scrollTop) / (scrollHeight - clientHeight)), 100)
    : 100;

type ShownWaiver = { version: string; text: string };

/**
 * The text of a waiver. Reports its version once the text has been scrolled to its end. Printing
 * prints only the text.
 */
export function WaiverTextBox({
  waiver: { version, text },
  onRead,
  className,
}: {
  waiver: ShownWaiver;
  onRead: (version: string) => void;
  className?: string;
}) {
  const [percent, setPercent] = useState(0);
  const trackReading = useCallback(
    (textBox: HTMLElement | null) => {
      if (!textBox) return;
      setPercent((furthest) => Math.max(furthest, readPercent(textBox)));
      if (isReadToEnd(textBox)) onRead(version);
    },
    [version, onRead],
  );
  return (
    <div className={cx('flex min-h-56 flex-col gap-2', className)}>
      <div
        key={version}
        ref={trackReading}
        data-print
        role="textbox"
        aria-readonly
        aria-multiline
        aria-label="Waiver text"
        // The arrow keys scroll it.
        tabIndex={0}
        onScroll={(event) => trackReading(event.currentTarget)}
        className="min-h-48 flex-1 overflow-y-auto rounded-sm border border-edge bg-paper px-4 py-3 wrap-anywhere whitespace-pre-line"
      >
        {text}
      </div>
      <div className="flex items-center gap-3 text-small text-quiet">
        <progress
          aria-label="Read"
          max={100}
          value={percent}
          className="h-1.5 min-w-0 grow appearance-none overflow-hidden rounded-full bg-soft [&::-moz-progress-bar]:bg-court [&::-webkit-progress-bar]:bg-soft [&::-webkit-progress-value]:bg-court"
        />
        <span aria-hidden className="figures w-10 text-right">
          {percent}%
        </span>
        <Button variant="quiet" size="sm" onClick={() => print()} className="-mr-3.5">
          Print or Save as PDF
        </Button>
      </div>
    </div>
  );
}
