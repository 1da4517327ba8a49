import { Controller, Logger, Req } from '@nestjs/common';
import {
  type BrowserReport,
  type CspReportBody,
  browserReportRoutes as routes,
} from '@courtly/contracts/browser-reports';
import type { Input } from '@courtly/contracts/route';
import type { Request } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientAddress } from '../http/client-address.js';
import { RouteInput } from '../http/request.js';
import { RouteHandler } from '../http/route-handler.js';
import { DomainError } from '../kernel/domain-error.js';
import {
  browserErrorCount,
  browserVitalSeconds,
  cspViolationCount,
  layoutShift,
} from '../stores/metrics.js';
import { reportedUrl, withoutPersonalData } from './report-texts.js';

const MINUTE_SECONDS = 60;
/** Requests per minute. The total limit also bounds the addresses in memory. */
const LIMITS = { inAll: 600, perAddress: 60 };
/** Lines per minute. Metrics count what is not logged. */
const LOGGED = { inAll: 120, perAddress: 10 };

/** The directives of the website's policy. Others would let anyone create metrics. */
const DIRECTIVES = [
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
];

type CspViolation = Readonly<Record<'directive' | 'blocked' | 'page' | 'file', string>>;

const violation = (
  directive: string | null | undefined,
  blocked: string | null | undefined,
  page: string | null | undefined,
  file: string | null | undefined,
): CspViolation => ({
  // Older browsers send the whole directive with its sources.
  directive: DIRECTIVES.find((known) => known === directive?.split(' ')[0]) ?? 'other',
  blocked: reportedUrl(blocked),
  page: reportedUrl(page),
  file: reportedUrl(file),
});

const violationsIn = (body: CspReportBody): CspViolation[] => {
  if (!Array.isArray(body)) {
    const report = body['csp-report'];
    return [
      violation(
        report['effective-directive'] ?? report['violated-directive'],
        report['blocked-uri'],
        report['document-uri'],
        report['source-file'],
      ),
    ];
  }
  return body.flatMap(({ type, body: report }) =>
    type === 'csp-violation' && report
      ? [
          violation(
            report.effectiveDirective,
            report.blockedURL,
            report.documentURL,
            report.sourceFile,
          ),
        ]
      : [],
  );
};

/**
 * Logs and counts what browsers report. Anyone can send reports, so they change nothing else, and
 * their numbers are hints, not facts.
 */
@Controller()
export class BrowserReportsController {
  private readonly logger = new Logger('browser');
  private readonly allRequests = new RateLimiterMemory({
    points: LIMITS.inAll,
    duration: MINUTE_SECONDS,
  });
  private readonly addressRequests = new RateLimiterMemory({
    points: LIMITS.perAddress,
    duration: MINUTE_SECONDS,
  });
  private readonly allLines = new RateLimiterMemory({
    points: LOGGED.inAll,
    duration: MINUTE_SECONDS,
  });
  private readonly addressLines = new RateLimiterMemory({
    points: LOGGED.perAddress,
    duration: MINUTE_SECONDS,
  });

  /** @throws DomainError too_many_requests */
  @RouteHandler(routes.reportFromBrowser)
  async reportFromBrowser(
    @RouteInput() { body }: Input<typeof routes.reportFromBrowser>,
    @Req() request: Request,
  ): Promise<void> {
    await this.consumeLimits(request);
    for (const report of body.reports) await this.record(report, clientAddress(request));
  }

  /** @throws DomainError too_many_requests */
  @RouteHandler(routes.reportCspViolations)
  async reportCspViolations(
    @RouteInput() { body }: Input<typeof routes.reportCspViolations>,
    @Req() request: Request,
  ): Promise<void> {
    await this.consumeLimits(request);
    for (const cspViolation of violationsIn(body)) {
      cspViolationCount.inc({ directive: cspViolation.directive });
      if (await this.mayLog(clientAddress(request)))
        this.logger.warn({ cspViolation }, 'A page violated the Content-Security-Policy');
    }
  }

  /** One address cannot use up the total limit, and refused requests create no entries. */
  private async consumeLimits(request: Request): Promise<void> {
    const address = clientAddress(request);
    const addressState = await this.addressRequests.get(address);
    const isAddressFull = addressState !== null && addressState.remainingPoints <= 0;
    const isAccepted =
      !isAddressFull &&
      (await this.allRequests.consume('all').then(
        () => true,
        () => false,
      ));
    if (!isAccepted)
      throw new DomainError('too_many_requests', 'Too many reports.', {
        retryAfterSeconds: MINUTE_SECONDS,
      });
    await this.addressRequests.consume(address).catch(() => undefined);
  }

  private async record(report: BrowserReport, address: string): Promise<void> {
    if (report.type === 'error') {
      const { type: _, source, ...texts } = report;
      browserErrorCount.inc({ source });
      if (!(await this.mayLog(address))) return;
      const browserError = {
        source,
        name: withoutPersonalData(texts.name),
        message: withoutPersonalData(texts.message),
        stack: withoutPersonalData(texts.stack),
        page: reportedUrl(texts.page),
      };
      return this.logger.warn({ browserError }, 'The website failed in a browser');
    }
    if (report.name === 'CLS') layoutShift.observe(report.value);
    else browserVitalSeconds.observe({ name: report.name }, report.value / 1_000);
  }

  private async mayLog(address: string): Promise<boolean> {
    const consume = (limiter: RateLimiterMemory, key: string) =>
      limiter.consume(key).then(
        () => true,
        () => false,
      );
    return (await consume(this.addressLines, address)) && consume(this.allLines, 'all');
  }
}
