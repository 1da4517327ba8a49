import {
  Header,
  HttpCode,
  Redirect,
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
import { OwnCaseInterceptor } from './own-case.interceptor.js';
import { SecondAdminInterceptor } from './second-admin.interceptor.js';
import { RouteInterceptor } from './route.interceptor.js';
import { ROUTE_METADATA } from './route-of.js';
import { StopIfRefused, uploads } from './uploads.interceptor.js';

const MAX_FILES = 5;
const MAX_FILE_BYTES = 5 * 1024 * 1024;

const uploadInterceptor = (fileFields: NonNullable<Route['files']>) => {
  const multerOptions = {
    storage: memoryStorage(),
    limits: { files: MAX_FILES, fileSize: MAX_FILE_BYTES, fieldSize: 16_384, fields: 40 },
  };
  if (typeof fileFields === 'string') return FilesInterceptor(fileFields, undefined, multerOptions);
  return FileFieldsInterceptor(
    fileFields.map((fieldName) => ({ name: fieldName, maxCount: 1 })),
    multerOptions,
  );
};

/**
 * Serves a route of the contract. The handler takes `@RouteInput() input: Input<typeof route>` and,
 * if needed, `@CurrentUser()` and `@CurrentContext()`.
 */
export const RouteHandler = (route: Route): MethodDecorator =>
  applyDecorators(
    SetMetadata(ROUTE_METADATA, route),
    route.kind === 'stream'
      ? Sse(route.path)
      : RequestMapping({ method: RequestMethod[route.method], path: route.path }),
    HttpCode(route.status),
    ...(route.status === 303 ? [Redirect('', route.status)] : []),
    ...(route.mediaType && route.kind !== 'stream'
      ? [Header('Content-Type', route.mediaType)]
      : []),
    ...(route.robots === 'noindex' ? [Header('X-Robots-Tag', 'noindex')] : []),
    UseInterceptors(
      ...(route.files ? [uploads, uploadInterceptor(route.files), StopIfRefused] : []),
      RouteInterceptor,
      ...(route.decides ? [OwnCaseInterceptor] : []),
      ...(route.needsSecondAdmin ? [SecondAdminInterceptor] : []),
    ),
  );
