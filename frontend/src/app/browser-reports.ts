import type { BrowserReport, errorSources } from '@courtly/contracts/browser-reports';
import { ApiError } from '../lib/api';

type ErrorSource = (typeof errorSources)[number];
type VitalReport = Extract<BrowserReport, { type: 'vital' }>;

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
let fingerprints = new Set<string>();
let seenErrors = new WeakSet<object>();
let vitals = new Map<string, VitalReport>();
let areVitalsSent = false;

const withoutQueries = (text: string): string => text.replace(/[?#][^\s)'"]*/g, '');

/** Sends reports, even while the page closes. A failure is dropped. */
const send = (reports: readonly BrowserReport[]): void => {
  if (reports.length === 0 || !navigator.onLine) return;
  const body = new Blob([JSON.stringify({ reports })], { type: 'application/json' });
  try {
    if (!navigator.sendBeacon(REPORT_PATH, body))
      void fetch(REPORT_PATH, { method: 'POST', body, keepalive: true }).catch(() => undefined);
  } catch {
    // A report must never cause another one.
  }
};

const flush = (): void => {
  const reports = queue;
  queue = [];
  send(reports);
};

const enqueue = (report: BrowserReport): void => {
  acceptedCount += 1;
  if (queue.push(report) === 1) setTimeout(flush, FLUSH_DELAY_MS);
  if (document.visibilityState === 'hidden') flush();
};

/** An API error's message contains the response, which may be about people. */
const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) return `${error.status} ${error.code ?? ''}`;
  if (!(error instanceof Error)) return typeof error;
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${messageOf(cause)}` : message;
};

/** Reports an error once per page view, unless the browser is offline. */
export const reportBrowserError = (source: ErrorSource, error: unknown): void => {
  if (acceptedCount >= MAX_REPORTS || !navigator.onLine) return;
  if (typeof error === 'object' && error) {
    if (seenErrors.has(error)) return;
    seenErrors.add(error);
  }
  const message = messageOf(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const fingerprint = message + stack.slice(0, 300);
  if (fingerprints.has(fingerprint) || IGNORED.test(message) || IGNORED.test(stack)) return;
  fingerprints.add(fingerprint);
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

/** Keeps the latest value of a web vital until the page is hidden or closed. */
export const recordVital = ({ name, value }: Pick<VitalReport, 'name' | 'value'>): void => {
  vitals.set(name, { type: 'vital', name, value });
};

/**
 * A hidden page may be discarded without another event. A page view that continues is not counted
 * again.
 */
const sendVitals = (): void => {
  if (areVitalsSent || vitals.size === 0) return;
  areVitalsSent = true;
  send([...vitals.values()]);
};

const measureVitals = async (): Promise<void> => {
  const { onCLS, onINP, onLCP } = await import('web-vitals');
  for (const measure of [onCLS, onINP, onLCP])
    measure(({ name, value }) => recordVital({ name: name as VitalReport['name'], value }), {
      reportAllChanges: true,
    });
};

/** Handlers for React's roots. They still log as React does by default. */
export const rootErrorHandlers = {
  onCaughtError(error: unknown) {
    // eslint-disable-next-line no-console -- React's default
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
    error: ({ error, message, filename, lineno }: ErrorEvent) =>
      reportBrowserError(
        'uncaught',
        error ??
          Object.assign(new Error(message), { stack: `${withoutQueries(filename)}:${lineno}` }),
      ),
    unhandledrejection: ({ reason }: PromiseRejectionEvent) =>
      reportBrowserError('rejection', reason),
    pagehide: () => {
      flush();
      sendVitals();
    },
    visibilitychange: () => {
      if (document.visibilityState !== 'hidden') return;
      flush();
      sendVitals();
    },
  };
  for (const [type, handler] of Object.entries(handlers))
    addEventListener(type, handler as EventListener);
  if (isSampled) setTimeout(() => void measureVitals().catch(() => undefined), FLUSH_DELAY_MS);
  return () => {
    for (const [type, handler] of Object.entries(handlers))
      removeEventListener(type, handler as EventListener);
    queue = [];
    acceptedCount = 0;
    fingerprints = new Set();
    seenErrors = new WeakSet();
    vitals = new Map();
    areVitalsSent = false;
  };
};
