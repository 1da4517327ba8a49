import { z } from 'zod';
import { route } from './route.js';

export const WaiverStatus = z.object({
  hasAcceptedWaiver: z.boolean(),
  waiverAcceptedAt: z.string().nullable(),
  version: z.string().describe('the version in force'),
  text: z.string().describe('the text in force, to be shown before accepting'),
  textHash: z.string().describe('SHA-256 of that text, hexadecimal'),
});
export type WaiverStatus = z.infer<typeof WaiverStatus>;

/** The three fields are what the product's page sends; time, agent and address are taken by the server, not from here. */
export const AcceptWaiver = z.strictObject({
  waiverAcceptedAt: z.string().max(40).optional(),
  userAgent: z.string().max(500).optional(),
  ipAddress: z.string().max(100).optional(),
});

export const waiverRoutes = {
  waiverStatus: route({
    method: 'GET',
    path: '/api/waiver/status',
    summary: 'Whether the waiver in force is accepted, and its text',
    access: 'signedIn',
    status: 200,
    response: WaiverStatus,
  }),
  acceptWaiver: route({
    method: 'POST',
    path: '/api/waiver/accept',
    summary: 'Accept the waiver in force',
    access: 'signedIn',
    body: AcceptWaiver,
    status: 200,
    response: WaiverStatus,
    errors: ['store_unavailable'],
  }),
};
