import { HttpCode, RequestMapping, RequestMethod, SetMetadata, UseInterceptors, applyDecorators } from '@nestjs/common';
import { FilesInterceptor } from '@nestjs/platform-express';
import type { Route } from '@courtly/contracts/route';
import { memoryStorage } from 'multer';

/** Where a handler's route is found by guards, interceptors and parameter decorators. */
export const ROUTE = 'courtly:route';

const FILES = 5;
const FILE_BYTES = 5 * 1024 * 1024;

/**
 * Serves a route of the contract: method, path, status, access and validation all come from its entry there. The handler
 * takes `@Received() input: Input<typeof route>` and, as it needs them, `@Caller()` and `@Given()`.
 */
export const Handles = (route: Route): MethodDecorator =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    RequestMapping({ method: RequestMethod[route.method], path: route.path }),
    HttpCode(route.status),
    ...(route.files
      ? [
          UseInterceptors(
            FilesInterceptor(route.files, undefined, {
              storage: memoryStorage(),
              limits: { files: FILES, fileSize: FILE_BYTES, fieldSize: 16_384, fields: 40 },
            }),
          ),
        ]
      : []),
  );
