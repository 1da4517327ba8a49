import { z } from 'zod';
import { personName } from './fields.js';
import { route } from './route.js';

export const GuardianRelation = z.enum(['parent', 'legalGuardian'], 'Please select a relationship');
export type GuardianRelation = z.infer<typeof GuardianRelation>;

/** The adult who signs for a guest who is a minor. */
export const Guardian = z.strictObject({
  name: personName("Please enter the guardian's name"),
  relation: GuardianRelation,
});
export type Guardian = z.infer<typeof Guardian>;

const WaiverText = z.object({
  version: z.string(),
  text: z.string(),
  textHash: z.string().describe('The SHA-256 of the text in hex.'),
});

export const WaiverStatus = WaiverText.extend({
  hasAcceptedWaiver: z.boolean(),
  waiverAcceptedAt: z.string().nullable(),
  adultAge: z.number().describe('The age that the text requires of account holders.'),
}).describe('`version` and `text` are current. Show the text before it is accepted.');
export type WaiverStatus = z.infer<typeof WaiverStatus>;

export const AcceptedWaiver = WaiverText.extend({
  acceptedAt: z.string(),
});
export type AcceptedWaiver = z.infer<typeof AcceptedWaiver>;

/**
 * The last three fields are ignored, because the server itself records the time, user agent, and IP
 * address.
 */
export const AcceptWaiverBody = z.strictObject({
  version: z
    .string()
    .max(40)
    .default('')
    .describe(
      'The version whose text was shown. Without it, the request is refused (`waiver_changed`).',
    ),
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
  acceptedWaivers: route({
    method: 'GET',
    path: '/api/waiver/accepted',
    summary: 'List every waiver that the caller accepted, with its text, newest first.',
    access: 'signedIn',
    status: 200,
    response: z.array(AcceptedWaiver),
    errors: ['store_unavailable'],
  }),
  acceptWaiver: route({
    method: 'POST',
    path: '/api/waiver/accept',
    summary: 'Accept the version of the waiver that was shown.',
    access: 'signedIn',
    body: AcceptWaiverBody,
    status: 200,
    response: WaiverStatus,
    errors: ['waiver_changed', 'store_unavailable'],
  }),
};
