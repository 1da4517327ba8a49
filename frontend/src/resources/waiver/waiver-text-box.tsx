import { useCallback } from 'react';
import { Textarea } from '../../ui/input';

const CLOSE_TO_END_PX = 10;

/** Whether the text is scrolled close enough to its end to count as read. */
export const isReadToEnd = (
  textBox: Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>,
): boolean => textBox.scrollHeight - textBox.scrollTop - textBox.clientHeight <= CLOSE_TO_END_PX;

type ShownWaiver = { version: string; text: string };

/** The text of a waiver. Reports its version once the text has been scrolled to its end. */
export function WaiverTextBox({
  waiver: { version, text },
  onRead,
}: {
  waiver: ShownWaiver;
  onRead: (version: string) => void;
}) {
  const trackReading = useCallback(
    (textBox: HTMLElement | null) => {
      if (textBox && isReadToEnd(textBox)) onRead(version);
    },
    [version, onRead],
  );
  return (
    <Textarea
      key={version}
      ref={trackReading}
      readOnly
      aria-label="Waiver text"
      rows={9}
      value={text}
      onScroll={(event) => trackReading(event.currentTarget)}
      className="resize-none bg-paper!"
    />
  );
}
