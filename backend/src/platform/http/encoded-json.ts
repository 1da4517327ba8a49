import { hash } from 'node:crypto';
import type { ResponseOf, Route } from '@courtly/contracts/route';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';

const compress = promisify(gzip);
const WORTH_COMPRESSING = 1_024;
/** Up to here, handing a body to another thread takes longer than compressing it: a page of a list is seldom larger. */
const WORTH_A_THREAD = 16_384;
/** A window for what is that small, not the 256 KiB that gzip sets aside for any body. */
const SMALL = { windowBits: 13, memLevel: 6 } as const;

/** The tag of a body: equal for equal bodies. */
export const entityTag = (body: string | Buffer): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/**
 * The JSON of a response as it is sent, made once and sent to everybody who asks: a handler may answer with one instead of a
 * value. Who makes it sees to it that the value is what the route's `response` allows.
 */
export class EncodedJson {
  readonly text: string;
  readonly byteLength: number;
  readonly etag: string;
  private compressed: Buffer | Promise<Buffer> | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.byteLength = Buffer.byteLength(this.text);
    this.etag = entityTag(this.text);
  }

  /** What a route answers, as far as the contract names it. */
  static from<R extends Route>(route: R, value: ResponseOf<R>): EncodedJson {
    return new EncodedJson(route.response.parse(value));
  }

  /** The same with gzip, null where that saves nothing. */
  gzipped(): Buffer | Promise<Buffer> | null {
    if (this.byteLength < WORTH_COMPRESSING) return null;
    return (this.compressed ??=
      this.byteLength < WORTH_A_THREAD ? gzipSync(this.text, SMALL) : compress(this.text));
  }
}
