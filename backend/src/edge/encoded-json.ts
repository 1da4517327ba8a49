import { hash } from 'node:crypto';
import type { ResponseOf, Route } from '@courtly/contracts/route';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const WORTH_COMPRESSING = 1_024;

/** The tag of a body: equal for equal bodies. */
export const entityTag = (body: string | Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/**
 * The JSON of a response as it is sent, made once and sent to everybody who asks: a handler may answer with one instead of a
 * value. Who makes it sees to it that the value is what the route's `response` allows.
 */
export class EncodedJson {
  readonly text: string;
  readonly byteLength: number;
  readonly etag: string;
  private compressed: Promise<Buffer> | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.byteLength = Buffer.byteLength(this.text);
    this.etag = entityTag(this.text);
  }

  /** What a route answers, as far as the contract names it. */
  static of<R extends Route>(route: R, value: ResponseOf<R>): EncodedJson {
    return new EncodedJson(route.response.parse(value));
  }

  /** The same with gzip, null where that saves nothing. */
  gzipped(): Promise<Buffer> | null {
    return this.byteLength < WORTH_COMPRESSING ? null : (this.compressed ??= compress(this.text));
  }
}
