import type { CourtDetail } from '@courtly/contracts/courts';
import { useEffect, useState } from 'react';
import { Rate } from '../../ui/price';
import { Button } from '../../ui/button';

/** The mobile bar with the price, which is visible while the booking panel is off screen. */
export function ReserveBar({
  court,
  panelId,
}: {
  court: Pick<CourtDetail, 'quote'>;
  panelId: string;
}) {
  const [isPanelVisible, setPanelVisible] = useState(true);
  useEffect(() => {
    const panelElement = document.getElementById(panelId);
    if (!panelElement) return;
    const observer = new IntersectionObserver(([entry]) =>
      setPanelVisible(Boolean(entry?.isIntersecting)),
    );
    observer.observe(panelElement);
    return () => observer.disconnect();
  }, [panelId]);
  if (isPanelVisible) return null;
  const showPanel = () => {
    const panelElement = document.getElementById(panelId);
    panelElement?.scrollIntoView();
    panelElement?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
  return (
    <div
      data-page-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-raised/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden short:hidden print:hidden"
    >
      <div className="page flex h-16 items-center justify-between gap-4">
        <p className="leading-tight">
          <Rate amount={court.quote.totalAmount} className="text-lg" />
          <span className="block text-small text-quiet">fees included</span>
        </p>
        <Button onClick={showPanel}>Reserve</Button>
      </div>
    </div>
  );
}
