import type { BrowserReport, errorSources } from '@courtly/contracts/browser-reports';
import { ApiError } from '../lib/api';

type ErrorSource = (typeof errorSources)[number];

const REPORT_PATH = '/api/browser-reports';
/** As in the contract, which the first view does not load. */
const MAX_REPORTS = 10;
const FLUSH_DELAY_MS = 1_000;
/** The share of page views that measure web vitals. */
const VITALS_SHARE = 0.25;
/** Extensions, errors of other sites without details, and a harmless notice of browsers. */
const IGNORED = /-extension:\/\/|^Script error\.?$|^ResizeObserver loop/;

let queue: BrowserReport[] = [];
let acceptedCount = 0;
let seen = new Set<unknown>();

const withoutQueries = (text: string): string => text.replace(/[?#][^\s)'"]*/g, '');

/** Sends what is queued, even while the page closes. A failure is dropped. */
const flush = (): void => {
  const reports = queue;
  queue = [];
  if (reports.length === 0 || !navigator.onLine) return;
  const body = new Blob([JSON.stringify({ reports })], { type: 'application/json' });
  try {
    if (!navigator.sendBeacon(REPORT_PATH, body))
      void fetch(REPORT_PATH, { method: 'POST', body, keepalive: true }).catch(() => undefined);
  } catch {
    // A report must never cause another one.
  }
};

const enqueue = (report: BrowserReport): void => {
  if (acceptedCount >= MAX_REPORTS) return;
  acceptedCount += 1;
  if (queue.push(report) === 1) setTimeout(flush, FLUSH_DELAY_MS);
  if (document.visibilityState === 'hidden') flush();
};

/** An API error's message contains the response, which may be about people. */
const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) return `${error.status} ${error.code ?? ''}`;
  return error instanceof Error ? error.message : typeof error;
};

/** Reports an error once per page view, if a person did not simply lose the network. */
export const reportBrowserError = (source: ErrorSource, error: unknown): void => {
  if (!navigator.onLine || seen.has(error)) return;
  const message = messageOf(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const fingerprint = message + stack.slice(0, 300);
  if (typeof error === 'object') seen.add(error);
  if (seen.has(fingerprint) || IGNORED.test(message) || IGNORED.test(stack)) return;
  seen.add(fingerprint);
  enqueue({
    type: 'error',
    source,
    name: (error instanceof Error ? error.name : '').slice(0, 60),
    message: withoutQueries(message).slice(0, 300),
    // Chrome repeats the message at the start.
    stack: withoutQueries(stack.replace(String(error), '')).slice(0, 1_500),
    page: location.pathname.slice(0, 200),
  });
};

const measureVitals = async (): Promise<void> => {
  const { onCLS, onINP, onLCP } = await import('web-vitals');
  for (const measure of [onCLS, onINP, onLCP])
    measure(({ name, value }) =>
      enqueue({ type: 'vital', name: name as 'CLS' | 'INP' | 'LCP', value }),
    );
};

/** Handlers for React's roots. They still log as React does by default. */
export const rootErrorHandlers = {
  onCaughtError(error: unknown) {
    console.error(error);
    reportBrowserError('react', error);
  },
  onRecoverableError(error: unknown) {
    reportBrowserError('recovered', error);
    reportError(error);
  },
};

/**
 * Reports uncaught errors, and the web vitals of a sample of page views.
 * @returns a function that stops
 */
export const startBrowserReports = (isSampled = Math.random() < VITALS_SHARE): (() => void) => {
  const handlers: Record<string, (event: never) => void> = {
    error: ({ error, message }: ErrorEvent) =>
      reportBrowserError('uncaught', error ?? new Error(message)),
    unhandledrejection: ({ reason }: PromiseRejectionEvent) =>
      reportBrowserError('rejection', reason),
    pagehide: flush,
    visibilitychange: flush,
  };
  for (const [type, handler] of Object.entries(handlers))
    addEventListener(type, handler as EventListener);
  if (isSampled) setTimeout(() => void measureVitals().catch(() => undefined), FLUSH_DELAY_MS);
  return () => {
    for (const [type, handler] of Object.entries(handlers))
      removeEventListener(type, handler as EventListener);
    queue = [];
    acceptedCount = 0;
    seen = new Set();
  };
};
