import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.js';

/**
 * Pages load nothing from elsewhere, but for a map that the operator names, and run nothing that is written into them; https is
 * asked for where the address says so.
 */
const options = ({ PUBLIC_URL, MAP_STYLE_URL }: Config): HelmetOptions => {
  const secure = PUBLIC_URL.startsWith('https:');
  const own = ["'self'"];
  const map = MAP_STYLE_URL ? [new URL(MAP_STYLE_URL).origin] : [];
  const directives = {
    defaultSrc: own,
    connectSrc: [...own, ...map],
    imgSrc: [...own, 'data:', 'blob:', ...map],
    styleSrc: own,
    fontSrc: own,
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: secure ? [] : null,
  };
  return { contentSecurityPolicy: { directives }, strictTransportSecurity: secure };
};

/** The headers that keep a browser safe. They are the same in every response, so helmet is asked for them once. */
export const securityHeaders = (config: Config): RequestHandler => {
  const headers = new Map<string, string>();
  const asked = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet(options(config))({} as IncomingMessage, asked as unknown as ServerResponse, (failure) => {
    if (failure) throw failure as Error;
  });
  return (_request: Request, response: Response, next: NextFunction) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};
