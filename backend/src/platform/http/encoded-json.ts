import { hash } from 'node:crypto';
import type { ResponseOf, Route } from '@courtly/contracts/route';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

const gzipAsync = promisify(gzip);
const MIN_COMPRESSED_BYTES = 1_024;
/** Below this size, moving a body to another thread takes longer than compressing it here. */
const MIN_THREAD_BYTES = 16_384;
/** A small window instead of the 256 KiB that gzip otherwise reserves for each body. */
const SMALL_GZIP_OPTIONS = { windowBits: 13, memLevel: 6 } as const;

export const entityTag = (responseBody: string | Buffer): string =>
  `"${hash('sha256', responseBody, 'base64url').slice(0, 27)}"`;

/**
 * A response encoded once and sent to many; a handler may return one instead of a value.
 * The caller must pass a value that already satisfies the route's `response` schema.
 */
export class EncodedJson {
  readonly jsonText: string;
  readonly byteLength: number;
  readonly etag: string;
  private compressed: Buffer | Promise<Buffer> | undefined;

  constructor(value: unknown) {
    this.jsonText = JSON.stringify(value);
    this.byteLength = Buffer.byteLength(this.jsonText);
    this.etag = entityTag(this.jsonText);
  }

  /** Encodes only the fields that the route's contract names. */
  static from<R extends Route>(route: R, value: ResponseOf<R>): EncodedJson {
    return new EncodedJson(route.response.parse(value));
  }

  /** The gzipped body, or null if compression saves nothing. */
  gzipped(): Buffer | Promise<Buffer> | null {
    if (this.byteLength < MIN_COMPRESSED_BYTES) return null;
    return (this.compressed ??=
      this.byteLength < MIN_THREAD_BYTES
        ? gzipSync(this.jsonText, SMALL_GZIP_OPTIONS)
        : gzipAsync(this.jsonText));
  }
}
