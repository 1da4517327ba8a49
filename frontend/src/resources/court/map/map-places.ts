import type { MapPlace } from './map-shapes';

/** City centers that serve as landmarks on sketch maps, which load no tiles. */
export const cityCenters: readonly (MapPlace & { name: string })[] = [
  { name: 'Paradise Valley', latitude: 33.5312, longitude: -111.9426 },
  { name: 'Scottsdale', latitude: 33.4942, longitude: -111.9261 },
  { name: 'Phoenix', latitude: 33.4484, longitude: -112.074 },
  { name: 'Tempe', latitude: 33.4255, longitude: -111.94 },
  { name: 'Austin', latitude: 30.2672, longitude: -97.7431 },
  { name: 'West Lake Hills', latitude: 30.2979, longitude: -97.8017 },
  { name: 'Palm Beach', latitude: 26.7056, longitude: -80.0364 },
  { name: 'Lake Worth Beach', latitude: 26.6168, longitude: -80.0684 },
  { name: 'Palm Beach Gardens', latitude: 26.8234, longitude: -80.1387 },
  { name: 'Beverly Hills', latitude: 34.0736, longitude: -118.4004 },
  { name: 'West Hollywood', latitude: 34.09, longitude: -118.3617 },
  { name: 'Santa Monica', latitude: 34.0195, longitude: -118.4912 },
  { name: 'Los Angeles', latitude: 34.0522, longitude: -118.2437 },
];
