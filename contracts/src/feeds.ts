import { z } from 'zod';
import { route } from './route.js';

export const feedRoutes = {
  robots: route({
    method: 'GET',
    path: '/robots.txt',
    summary: 'Get robots.txt.',
    access: 'anyone',
    kind: 'text',
    mediaType: 'text/plain; charset=utf-8',
    status: 200,
    response: z.string(),
  }),
  sitemap: route({
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'Get the sitemap of public pages and courts.',
    access: 'anyone',
    kind: 'text',
    mediaType: 'application/xml; charset=utf-8',
    status: 200,
    response: z.string(),
    reads: ['courts', 'people'],
  }),
};
