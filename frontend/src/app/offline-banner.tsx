import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );
  return (
    <div role="status" className="sticky top-16 z-30">
      {!online && (
        <p className="border-y border-rule bg-pending-wash px-5 py-2.5 text-center text-pending">
          You're offline. Keep this page open. We'll send your changes when you're back online.
        </p>
      )}
    </div>
  );
}
