import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Says that the network is gone, and that nothing is lost. */
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
          You are offline. Keep this page open: what you send now goes out when the network is back.
        </p>
      )}
    </div>
  );
}
