import { Map, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { MapBounds } from './map-view';

// Our server provides the worker, because the Content-Security-Policy forbids blob workers.
setWorkerUrl(workerUrl);

export const canDrawMap = Boolean(document.createElement('canvas').getContext('webgl2'));

/**
 * A map in the operator's style. The mouse wheel and one-finger gestures scroll the page, not the
 * map.
 */
export const createMap = (
  container: HTMLElement,
  styleUrl: string,
  bounds: MapBounds,
  mapLabel: string,
): Map => {
  const createdMap = new Map({
    container,
    style: styleUrl,
    bounds,
    fitBoundsOptions: { padding: 48, maxZoom: 13 },
    maxZoom: 17,
    attributionControl: { compact: true },
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    cooperativeGestures: matchMedia('(pointer: coarse)').matches,
    scrollZoom: false,
    locale: { 'Map.Title': mapLabel },
  });
  createdMap.touchZoomRotate.disableRotation();
  createdMap.keyboard.disableRotation();
  return createdMap;
};
