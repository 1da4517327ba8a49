import { type ErrorBody, type ErrorCode, errorCodes } from '@courtly/contracts/errors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { clientAddress } from './client-address.js';
import { type ConcurrencyLimits, ConcurrencyLimiter, tooBusy } from './concurrency-limiter.js';
import { DomainError } from '../kernel/domain-error.js';
import { sendJson } from './response.js';
import { type ShareLimits, Shares } from './shares.js';

/** The limits for one body. `completeMs` starts when the server begins to read it. */
export type BodyLimits = Readonly<{ bytes: number; completeMs: number }>;

const refusals = {
  too_slow: 'The request took too long to arrive. Please try again.',
  too_large: 'The request is too large. Please send less data.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** At least `bytes` must arrive every `everyMs`, and the whole body within `completeMs`. */
export type UploadLimits = Readonly<{ bytes: number; everyMs: number; completeMs: number }>;

const hasBody = (request: Request): boolean =>
  request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length')) > 0;

/** Responds while the body is still arriving, so the connection cannot be reused. */
const refuse = (response: Response, code: keyof typeof refusals): void => {
  if (response.headersSent) return;
  const body: ErrorBody = { code, message: refusals[code] };
  response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store');
  sendJson(response, errorCodes[code].status, body);
};

/** Refuses a body that arrives too late or exceeds the size limit. */
const watchBody = (request: Request, response: Response, { bytes, completeMs }: BodyLimits) => {
  let arrivedBytes = 0;
  const timer = setTimeout(() => refuse(response, 'too_slow'), completeMs);
  for (const event of ['end', 'close'] as const) request.once(event, () => clearTimeout(timer));
  request.on('data', ({ length }: Buffer) => {
    arrivedBytes += length;
    if (arrivedBytes > bytes) refuse(response, 'too_large');
  });
};

/**
 * Refuses a form that arrives too slowly. Counts bytes on the connection, because reading the
 * request here would take them from the parser. Returns a function that stops watching.
 */
export const watchUpload = (
  request: Request,
  response: Response,
  { bytes, everyMs, completeMs }: UploadLimits,
): (() => void) => {
  const refuseSlow = () => {
    if (!request.complete) refuse(response, 'too_slow');
  };
  let countedBytes = request.socket.bytesRead;
  const rateTimer = setInterval(() => {
    if (request.socket.bytesRead - countedBytes < bytes) refuseSlow();
    countedBytes = request.socket.bytesRead;
  }, everyMs);
  const deadline = setTimeout(refuseSlow, completeMs);
  const stopWatch = () => {
    clearInterval(rateTimer);
    clearTimeout(deadline);
  };
  for (const event of ['end', 'close'] as const) request.once(event, stopWatch);
  return stopWatch;
};

const isDeclaredTooLarge = (request: Request, { bytes }: BodyLimits): boolean =>
  Number(request.get('Content-Length')) > bytes;

/**
 * Limits the bodies in transit, per address and in total. Multipart forms are read later, with the
 * limits for uploads.
 */
export const limitBodies = (limits: BodyLimits & ShareLimits): RequestHandler => {
  const shares = new Shares(limits);
  return (request: Request, response: Response, next: NextFunction) => {
    const isRead = request.body !== undefined;
    if (isRead || !hasBody(request) || request.is('multipart/*')) return next();
    const address = clientAddress(request);
    if (isDeclaredTooLarge(request, limits))
      return next(new DomainError('too_large', refusals.too_large));
    if (!shares.hasRoomFor(address)) return next(tooBusy());
    const release = shares.take(address);
    request.once('end', release);
    response.once('close', release);
    watchBody(request, response, limits);
    next();
  };
};

/** A refused body can still finish arriving while its response waits behind earlier responses. */
export const stopIfRefused: RequestHandler = (_request, response, next) => {
  if (!response.headersSent) next();
};

/**
 * Limits the raw bodies in memory. Each stays there until the response is sent, because its
 * signature covers the whole body. Other requests wait without being read.
 */
export const limitRawBodies = (limits: BodyLimits & ConcurrencyLimits): RequestHandler => {
  const limiter = new ConcurrencyLimiter(limits);
  return (request: Request, response: Response, next: NextFunction) => {
    if (!hasBody(request)) return next();
    if (isDeclaredTooLarge(request, limits))
      return next(new DomainError('too_large', refusals.too_large));
    limiter.acquire(clientAddress(request)).then((release) => {
      if (response.closed) return release();
      response.once('close', release);
      watchBody(request, response, limits);
      next();
    }, next);
  };
};
