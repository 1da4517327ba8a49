import type { Response } from 'express';
import { requestSeconds } from '../stores/metrics.js';
import type { CourtlyRequest } from './request.js';

type RequestLabels = Readonly<{ method: string; route: string; status: number }>;

/** Labels by route. Requests reuse them, so measuring a request allocates no labels. */
const labelsByRoute = new Map<string, RequestLabels[]>();

const labelsOf = (method: string, route: string, status: number): RequestLabels => {
  const routeLabels = labelsByRoute.get(route) ?? [];
  for (const labels of routeLabels)
    if (labels.method === method && labels.status === status) return labels;
  const newLabels = { method, route, status };
  labelsByRoute.set(route, [...routeLabels, newLabels]);
  return newLabels;
};

/**
 * Measures a response when it finishes. The metrics contain the pattern of its route, never an id.
 */
export function observeRequest(this: Response): void {
  const request = this.req as CourtlyRequest;
  const route = (request.route as { path?: string } | undefined)?.path ?? 'none';
  requestSeconds.observe(
    labelsOf(request.method, route, this.statusCode),
    (performance.now() - request.receivedAt) / 1000,
  );
}
