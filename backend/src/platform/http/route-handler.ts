import {
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  Sse,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import { FileFieldsInterceptor, FilesInterceptor } from '@nestjs/platform-express';
import type { Route } from '@courtly/contracts/route';
import { memoryStorage } from 'multer';
import { RouteInterceptor } from './route.interceptor.js';
import { ROUTE } from './route-of.js';
import { UploadsInterceptor } from './uploads.interceptor.js';

const FILES = 5;
const FILE_BYTES = 5 * 1024 * 1024;

const upload = (files: NonNullable<Route['files']>) => {
  const options = {
    storage: memoryStorage(),
    limits: { files: FILES, fileSize: FILE_BYTES, fieldSize: 16_384, fields: 40 },
  };
  if (typeof files === 'string') return FilesInterceptor(files, undefined, options);
  return FileFieldsInterceptor(
    files.map((name) => ({ name, maxCount: 1 })),
    options,
  );
};

/**
 * Serves a route of the contract, which defines its method, path, status, media type, access, and
 * validation. The handler takes `@RouteInput() input: Input<typeof route>` and, if needed,
 * `@CurrentUser()` and `@CurrentContext()`.
 */
export const RouteHandler = (route: Route): MethodDecorator =>
  applyDecorators(
    SetMetadata(ROUTE, route),
    route.kind === 'stream'
      ? Sse(route.path)
      : RequestMapping({ method: RequestMethod[route.method], path: route.path }),
    HttpCode(route.status),
    ...(route.mediaType && route.kind !== 'stream'
      ? [Header('Content-Type', route.mediaType)]
      : []),
    UseInterceptors(
      ...(route.files ? [UploadsInterceptor, upload(route.files)] : []),
      RouteInterceptor,
    ),
  );
