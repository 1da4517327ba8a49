import { z } from 'zod';
import { route } from './route.js';

/** The documents that members agree to or can rely on, besides the waiver. */
export const PaperName = z.enum(['terms', 'privacy', 'hosting-terms', 'cancellation-policy']);
export type PaperName = z.infer<typeof PaperName>;

export const Paper = z.object({
  name: PaperName,
  title: z.string(),
  version: z.string().describe('The version of the wording.'),
  date: z.string().describe('When the version took effect, as yyyy-mm-dd.'),
  policyId: z.string().describe('The policy whose numbers the text contains.'),
  draftNote: z.string().describe('Shown above the text; empty once a lawyer has reviewed it.'),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});
export type Paper = z.infer<typeof Paper>;

/** Which text of a paper someone was shown: its version and the policy of its numbers. */
const ShownPaper = z.strictObject({
  version: z.string().min(1).max(40),
  policyId: z.string().min(1).max(40),
});

/** The texts that a player was shown before a booking. */
export const ShownPapers = z.strictObject({ terms: ShownPaper, cancellationPolicy: ShownPaper });
export type ShownPapers = z.infer<typeof ShownPapers>;

/** A paper as it was when the caller agreed to it. `acceptedAt` is UTC. */
export const AcceptedPaper = Paper.extend({ acceptedAt: z.string() });
export type AcceptedPaper = z.infer<typeof AcceptedPaper>;

export const paperRoutes = {
  acceptedPapers: route({
    method: 'GET',
    path: '/api/accepted-papers',
    summary: 'List each text that the caller agreed to, with the first time, newest first.',
    access: 'signedIn',
    reads: ['applications', 'people', 'bookings'],
    status: 200,
    response: z.array(AcceptedPaper),
    errors: ['store_unavailable'],
  }),
  showPaper: route({
    method: 'GET',
    path: '/api/papers/:paper',
    summary: 'Get the terms, the privacy notice, the hosting terms, or the cancellation policy.',
    access: 'anyone',
    params: z.object({ paper: PaperName }),
    status: 200,
    response: Paper,
  }),
};
