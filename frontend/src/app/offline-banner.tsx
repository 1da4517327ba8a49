import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribeToNetwork = (listener: () => void) => onlineManager.subscribe(listener);

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribeToNetwork,
    () => onlineManager.isOnline(),
    () => true,
  );
  return (
    <div role="status" className="sticky top-14 z-30 lg:top-16 short:static">
      {!isOnline && (
        <p className="border-y border-rule bg-pending-wash px-5 py-2.5 text-center text-pending">
          You're offline. Keep this page open. We'll send your changes when you're back online.
        </p>
      )}
    </div>
  );
}
