import { expect, it } from '@jest/globals';
import type { Route } from '@courtly/contracts/route';
import { routes } from '@courtly/contracts/routes';
import { ROUTE_METADATA } from './platform/http/route-of.js';
import { slices } from './slices.js';

/** Why a GET by admins records no read of personal data. All others record it. */
const unrecorded: Readonly<Record<string, string>> = {
  showRatingFormulas: 'It shows formulas.',
  listReplays: 'It shows formulas and totals.',
  showReplay: 'It shows a formula and totals.',
  replayCsv: 'It shows ratings by user id without names.',
  rankingCsv: 'It shows ranks by user id without names.',
  countApplications: 'It shows counts.',
  auditTypes: 'It shows the types of events.',
  calendarAsOf: 'It shows hours and booking ids without people.',
  adminWaiting: 'It shows counts.',
  platformBalance: 'It shows totals.',
  moneyChecks: 'It shows findings by id.',
  failedJobs: 'It shows ids and errors of jobs.',
  listPolicies: 'It names only the admins who published rules for everyone.',
  policyDraft: 'It shows rules for everyone.',
  cityDemand: 'It shows counts.',
  platformRevenue: 'It shows totals.',
  journalCsv: 'It shows accounts and booking ids without people.',
  cityTaxes: 'It shows totals.',
  cityTaxCsv: 'It shows totals.',
};

const handlerSources = new Map(
  slices
    .flatMap(({ module }) => module.controllers ?? [])
    .flatMap(({ prototype }) =>
      Object.values(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(({ value }) => {
        if (typeof value !== 'function') return [];
        const handler = value as () => unknown;
        const route = Reflect.getMetadata(ROUTE_METADATA, handler) as Route | undefined;
        return route ? [[route, handler.toString()] as const] : [];
      }),
    ),
);

const adminReads = Object.entries(routes as Record<string, Route>).filter(
  ([, { access, method }]) => access === 'admin' && method === 'GET',
);

it.each(adminReads)('%s records whose data it shows, or says why not', (name, route) => {
  const isRecorded = /personalDataReads\.record\(|\.record\w*Reads?\(|\.listApplications\(/.test(
    handlerSources.get(route)!,
  );
  expect({ isRecorded, reason: unrecorded[name] }).toEqual({
    isRecorded,
    reason: isRecorded ? undefined : expect.stringMatching(/^[A-Z].+\.$/),
  });
});
