import { withoutPort } from './client-address.js';
import type { CourtlyRequest } from './request.js';

const MOST_AGENT_LENGTH = 500;

/** Proof of who accepted a text and from where. */
export type ClientDetails = Readonly<{ userAgent: string; ipAddress: string }>;

export const clientDetails = (request: CourtlyRequest): ClientDetails => ({
  userAgent: (request.get('User-Agent') ?? '').slice(0, MOST_AGENT_LENGTH),
  ipAddress: withoutPort(request.ip ?? ''),
});
