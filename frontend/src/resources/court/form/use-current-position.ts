import { useState } from 'react';
import type { Place } from '../map/map-shapes';

const PATIENCE_MS = 15_000;

/** Gets the device location. `failed` includes denied permission. */
export const useCurrentPosition = (onFound: (place: Place) => void) => {
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const locate = () => {
    setState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState('idle');
        onFound({ latitude, longitude });
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    );
  };
  return { locate, isLocating: state === 'locating', failed: state === 'failed' };
};
