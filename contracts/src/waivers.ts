import { z } from 'zod';
import { route } from './route.js';

export const WaiverStatus = z.object({
  hasAcceptedWaiver: z.boolean(),
  waiverAcceptedAt: z.string().nullable(),
  version: z.string().describe('The current version.'),
  text: z.string().describe('The current text, to be shown before acceptance.'),
  textHash: z.string().describe('The SHA-256 of the text in hex.'),
});
export type WaiverStatus = z.infer<typeof WaiverStatus>;

/**
 * These fields are ignored, because the server itself records the time, user agent, and IP address.
 */
export const AcceptWaiverBody = z.strictObject({
  waiverAcceptedAt: z.string().max(40).optional(),
  userAgent: z.string().max(500).optional(),
  ipAddress: z.string().max(100).optional(),
});

export const waiverRoutes = {
  waiverStatus: route({
    method: 'GET',
    path: '/api/waiver/status',
    summary: "Get the current waiver and the caller's acceptance.",
    access: 'signedIn',
    status: 200,
    response: WaiverStatus,
  }),
  acceptWaiver: route({
    method: 'POST',
    path: '/api/waiver/accept',
    summary: 'Accept the current waiver.',
    access: 'signedIn',
    body: AcceptWaiverBody,
    status: 200,
    response: WaiverStatus,
    errors: ['store_unavailable'],
  }),
};
