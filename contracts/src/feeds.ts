import { z } from 'zod';
import { route } from './route.js';

/** What robots read first. */
export const feedRoutes = {
  robots: route({
    method: 'GET',
    path: '/robots.txt',
    summary: 'What robots may read',
    access: 'anyone',
    kind: 'text',
    mediaType: 'text/plain; charset=utf-8',
    status: 200,
    response: z.string(),
  }),
  sitemap: route({
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'The addresses of public pages and courts',
    access: 'anyone',
    kind: 'text',
    mediaType: 'application/xml; charset=utf-8',
    status: 200,
    response: z.string(),
    reads: ['courts'],
  }),
};
