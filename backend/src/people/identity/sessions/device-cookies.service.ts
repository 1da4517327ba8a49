import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';

/** A browser in which somebody has signed in before says so with this cookie; it opens nothing by itself. */
export const DEVICE_COOKIE = 'courtly_device';
export const DEVICE_LASTS_MS = 365 * 24 * 60 * 60 * 1000;

const IN_HEADER = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w.-]{1,300})(?:;|$)`);

const signature = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`device ${text}`).digest('base64url');

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The devices of an account (the hash of its e-mail), each by a name of its own. Nobody keeps a list of them. */
@Injectable()
export class DeviceCookies {
  private readonly secrets: readonly string[];

  constructor(@Inject(CONFIG) { SESSION_SECRETS }: Pick<Config, 'SESSION_SECRETS'>) {
    this.secrets = SESSION_SECRETS;
  }

  /** The value of a cookie for a new device: account, name of the device, signature. */
  issue(account: string): string {
    const text = `${account}.${randomBytes(12).toString('base64url')}`;
    return `${text}.${signature(this.secrets[0]!, text)}`;
  }

  /** The name of the device that a Cookie header tells of, where it was given out for this account; else null. */
  deviceOf(account: string, header: string | undefined): string | null {
    const [of, device, signed] = IN_HEADER.exec(header ?? '')?.[1]?.split('.') ?? [];
    if (!device || !signed || of !== account) return null;
    return this.secrets.some((secret) => same(signed, signature(secret, `${of}.${device}`)))
      ? device
      : null;
  }
}
