import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';

/** A browser in which somebody has signed in before says so with this cookie; it opens nothing by itself. */
export const DEVICE_COOKIE = 'courtly_device';
export const DEVICE_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w.-]{1,300})(?:;|$)`);

const signature = (secret: string, signedText: string) =>
  createHmac('sha256', secret).update(`device ${signedText}`).digest('base64url');

const equalInConstantTime = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** The devices of an account (the hash of its e-mail), each by a name of its own. Nobody keeps a list of them. */
@Injectable()
export class DeviceCookies {
  private readonly secrets: readonly string[];

  constructor(@Inject(CONFIG) { SESSION_SECRETS }: Pick<Config, 'SESSION_SECRETS'>) {
    this.secrets = SESSION_SECRETS;
  }

  /** The value of a cookie for a new device: account, name of the device, signature. */
  issueCookie(accountHash: string): string {
    const signedText = `${accountHash}.${randomBytes(12).toString('base64url')}`;
    return `${signedText}.${signature(this.secrets[0]!, signedText)}`;
  }

  /** The name of the device that a Cookie header tells of, where it was given out for this account; else null. */
  deviceIdOf(accountHash: string, cookieHeader: string | undefined): string | null {
    const [signedAccount, deviceId, cookieSignature] =
      COOKIE_PATTERN.exec(cookieHeader ?? '')?.[1]?.split('.') ?? [];
    if (!deviceId || !cookieSignature || signedAccount !== accountHash) return null;
    return this.secrets.some((secret) =>
      equalInConstantTime(cookieSignature, signature(secret, `${signedAccount}.${deviceId}`)),
    )
      ? deviceId
      : null;
  }
}
