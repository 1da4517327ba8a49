import {
  type KeyObject,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { DAY_MS } from '../../../platform/kernel/local-time.js';

/** Marks a browser that has signed in before. It grants no access. */
export const DEVICE_COOKIE = 'courtly_device';
export const DEVICE_LIFETIME_MS = 365 * DAY_MS;

const COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w.-]{1,300})(?:;|$)`);

const signature = (secretKey: KeyObject, signedText: string) =>
  createHmac('sha256', secretKey).update(`device ${signedText}`).digest('base64url');

const equalInConstantTime = (firstText: string, secondText: string) =>
  firstText.length === secondText.length &&
  timingSafeEqual(Buffer.from(firstText), Buffer.from(secondText));

/**
 * Signed cookies for the devices of an account, which is identified by the hash of its email. The
 * server does not store them.
 */
@Injectable()
export class DeviceCookies {
  private readonly secretKeys: readonly KeyObject[];

  constructor(@Inject(CONFIG) { SESSION_SECRETS }: Pick<Config, 'SESSION_SECRETS'>) {
    this.secretKeys = SESSION_SECRETS.map((secret) => createSecretKey(secret, 'utf8'));
  }

  /** `<account>.<device>.<signature>` */
  issueCookie(accountHash: string): string {
    const signedText = `${accountHash}.${randomBytes(12).toString('base64url')}`;
    return `${signedText}.${signature(this.secretKeys[0]!, signedText)}`;
  }

  /** The device of this account in a Cookie header, or null. */
  deviceIdOf(accountHash: string, cookieHeader: string | undefined): string | null {
    const [signedAccount, deviceId, cookieSignature] =
      COOKIE_PATTERN.exec(cookieHeader ?? '')?.[1]?.split('.') ?? [];
    if (!deviceId || !cookieSignature || signedAccount !== accountHash) return null;
    return this.secretKeys.some((secretKey) =>
      equalInConstantTime(cookieSignature, signature(secretKey, `${signedAccount}.${deviceId}`)),
    )
      ? deviceId
      : null;
  }
}
