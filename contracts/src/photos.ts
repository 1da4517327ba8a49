import { z } from 'zod';
import { SMALL_PHOTO } from './photo-sizes.js';
import { route } from './route.js';

export const photoRoutes = {
  showPhoto: route({
    method: 'GET',
    path: '/api/photos/courts/:courtId/:file',
    summary:
      'Get a photo of a court, at most `width` pixels wide. The content of a photo URL never changes. Photos of a hidden court are only for its host, players with a confirmed booking, and admins.',
    access: 'anyone',
    kind: 'bytes',
    mediaType: 'image/webp',
    robots: 'index',
    params: z.object({ courtId: z.string(), file: z.string() }),
    query: z.strictObject({ width: z.literal(SMALL_PHOTO).optional() }),
    status: 200,
    response: z.instanceof(Uint8Array),
    reads: ['courts', 'people'],
    errors: ['not_found'],
  }),
};
