import type { Params } from 'nestjs-pino';
import type { Config } from '../../config.js';
import type { CourtlyRequest } from '../http/request.js';

/** Only tokens are path segments of this length. */
const TOKEN_PATTERN = /[^/]{40,}/g;

/**
 * Writes structured logs: one JSON object per line, with the request id. Requests appear by method,
 * route, and status only, so no secret or personal data is logged.
 */
export const loggingOptions = (config: Config): Params => ({
  // Binds a logger to each request only if requests are logged.
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
        path: url.split('?')[0]!.replace(TOKEN_PATTERN, '…'),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  },
});
