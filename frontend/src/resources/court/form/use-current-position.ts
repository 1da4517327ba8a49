import { useState } from 'react';
import type { MapPlace } from '../map/map-shapes';

const TIMEOUT_MS = 15_000;

/** Gets the device location. `failed` includes denied permission. */
export const useCurrentPosition = (onFound: (place: MapPlace) => void) => {
  const [locateState, setLocateState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const locateDevice = () => {
    setLocateState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocateState('idle');
        onFound({ latitude, longitude });
      },
      () => setLocateState('failed'),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  };
  return {
    locate: locateDevice,
    isLocating: locateState === 'locating',
    failed: locateState === 'failed',
  };
};
