import type { Params } from 'nestjs-pino';
import type { Config } from '../../config.js';
import type { CourtlyRequest } from '../http/request.js';

/** A token opens something, stands in the address, and is longer than anything else there. */
const TOKEN = /[^/]{40,}/g;

/**
 * Structured logs: one JSON object a line, with the request's id. A request is told by method, route and status, never by
 * its body, cookies, headers or full address, so that no secret and nothing personal gets in.
 */
export const logging = (config: Config): Params => ({
  // A logger is bound to a request where requests are logged.
  ...(!['info', 'debug', 'trace'].includes(config.LOG_LEVEL) && { forRoutes: [] }),
  pinoHttp: {
    level: config.LOG_LEVEL,
    base: { roles: config.ROLES.join(',') },
    genReqId: (request) => (request as CourtlyRequest).correlationId,
    quietReqLogger: true,
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?')[0]!.replace(TOKEN, '…'),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  },
});
