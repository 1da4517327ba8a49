import { z } from 'zod';
import { route } from './route.js';

/**
 * Where an error appeared. `uncaught`, `rejection`: in the window. `react`: in an error boundary.
 * `recovered`: in a render that React repeated. `entry`: the page did not start.
 */
export const errorSources = ['uncaught', 'rejection', 'react', 'recovered', 'entry'] as const;
export const vitalNames = ['LCP', 'INP', 'CLS'] as const;

/** The maximum number of reports in one request and from one page. */
export const MAX_BROWSER_REPORTS = 10;
/**
 * After a mistake in the content security policy, a browser may send hundreds. Only this many are
 * read.
 */
const MAX_CSP_REPORTS = 20;
/** The maximum length of each text in characters. The website truncates longer texts. */
export const reportTextLimits = { name: 60, message: 300, stack: 1_500, page: 200 } as const;

/** `page` is the path, without its query. */
const ErrorReport = z.strictObject({
  type: z.literal('error'),
  source: z.enum(errorSources),
  name: z.string().max(reportTextLimits.name),
  message: z.string().max(reportTextLimits.message),
  stack: z.string().max(reportTextLimits.stack),
  page: z.string().max(reportTextLimits.page),
});

/** LCP and INP in milliseconds; CLS has no unit. */
const VitalReport = z.strictObject({
  type: z.literal('vital'),
  name: z.enum(vitalNames),
  value: z.number().min(0).max(600_000),
});

export const BrowserReport = z.discriminatedUnion('type', [ErrorReport, VitalReport]);
export type BrowserReport = z.infer<typeof BrowserReport>;

const url = z.string().max(4_000).nullish();

/** The format of `report-uri` (CSP Level 2), of which only these fields are used. */
const LegacyCspReport = z.object({
  'csp-report': z.object({
    'effective-directive': url,
    'violated-directive': url,
    'blocked-uri': url,
    'document-uri': url,
    'source-file': url,
  }),
});

/** The format of `report-to` (Reporting API). Other types of reports are ignored. */
const CspReports = z
  .array(
    z.object({
      type: z.string().max(100),
      body: z
        .object({
          effectiveDirective: url,
          blockedURL: url,
          documentURL: url,
          sourceFile: url,
        })
        .nullish(),
    }),
  )
  .min(1)
  .transform((reports) => reports.slice(0, MAX_CSP_REPORTS));

export const CspReportBody = z.union([CspReports, LegacyCspReport]);
export type CspReportBody = z.infer<typeof CspReportBody>;

export const browserReportRoutes = {
  reportFromBrowser: route({
    method: 'POST',
    path: '/api/browser-reports',
    summary:
      'Report errors and web vitals of the website. They appear only in logs and metrics, without personal data.',
    access: 'anyone',
    kind: 'report',
    body: z.strictObject({ reports: z.array(BrowserReport).min(1).max(MAX_BROWSER_REPORTS) }),
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests'],
  }),
  reportCspViolations: route({
    method: 'POST',
    path: '/api/csp-reports',
    summary:
      'Report violations of the Content-Security-Policy, as application/csp-report or application/reports+json.',
    access: 'anyone',
    kind: 'report',
    body: CspReportBody,
    status: 204,
    response: z.undefined(),
    errors: ['too_many_requests'],
  }),
};
