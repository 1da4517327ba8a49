import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { SecondFactorSecrets } from '../../../platform/vault/second-factor-secrets.js';
import { type SecondFactorState, passkeyFactorsOf } from '../second-factor.js';

const CHALLENGE_SECONDS = 5 * 60;

/** The purpose of a challenge: adding this factor, or proving an existing one. */
type Purpose = `add ${string}` | 'prove';

/**
 * Registers and checks passkeys (WebAuthn) for PUBLIC_URL. Redis stores the challenges. Each one
 * works once, within five minutes, for one person and purpose. The library loads on first use.
 */
@Injectable()
export class Passkeys {
  private readonly origin: string;
  private readonly rpId: string;

  constructor(
    private readonly redisClient: RedisClient,
    private readonly keyedHashes: KeyedHashes,
    private readonly secrets: SecondFactorSecrets,
    @Inject(CONFIG) { PUBLIC_URL }: Config,
  ) {
    const { origin, hostname } = new URL(PUBLIC_URL);
    this.origin = origin;
    this.rpId = hostname;
  }

  /** The options for `navigator.credentials.create`. */
  async creationOptions(
    userId: string,
    email: string,
    factorId: string,
    state: SecondFactorState,
  ): Promise<object> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const existing = await this.storedOf(userId, state);
    const options = await generateRegistrationOptions({
      rpName: 'Courtly',
      rpID: this.rpId,
      userName: email,
      userID: Uint8Array.from(Buffer.from(this.keyedHashes.hashOf('passkey user', userId), 'hex')),
      attestationType: 'none',
      excludeCredentials: existing.map(({ credentialId: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    await this.storeChallenge(options.challenge, userId, `add ${factorId}`);
    return options;
  }

  /**
   * If the response is valid, stores the key of a new passkey, which does not count until it is
   * recorded.
   */
  async register(
    userId: string,
    factorId: string,
    response: object,
    storedAt: string,
  ): Promise<boolean> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const verification = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.redeemChallenge(challenge, userId, `add ${factorId}`),
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      requireUserVerification: false,
    }).catch(() => null);
    if (!verification?.verified) return false;
    const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
    const passkey = {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports,
    };
    await this.secrets.storePasskey(userId, factorId, passkey, storedAt);
    return true;
  }

  /** The options for `navigator.credentials.get`. */
  async requestOptions(userId: string, state: SecondFactorState): Promise<object> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      userVerification: 'preferred',
      allowCredentials: (await this.storedOf(userId, state)).map(
        ({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports] as AuthenticatorTransport[],
        }),
      ),
    });
    await this.storeChallenge(options.challenge, userId, 'prove');
    return options;
  }

  /** Returns the user's passkey that a response proves, or null. A challenge works only once. */
  async redeem(userId: string, state: SecondFactorState, response: object): Promise<string | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const assertion = response as AuthenticationResponseJSON;
    const stored = (await this.storedOf(userId, state)).find(
      ({ credentialId }) => credentialId === assertion.id,
    );
    if (!stored) return null;
    const verification = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: (challenge) => this.redeemChallenge(challenge, userId, 'prove'),
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      requireUserVerification: false,
      credential: {
        id: stored.credentialId,
        publicKey: Uint8Array.from(Buffer.from(stored.publicKey, 'base64url')),
        counter: stored.counter,
      },
    }).catch(() => null);
    if (!verification?.verified) return null;
    const { newCounter } = verification.authenticationInfo;
    const isNewest = await this.secrets.redeemCounter(userId, stored.factorId, newCounter);
    return isNewest ? stored.factorId : null;
  }

  private storedOf(userId: string, state: SecondFactorState) {
    return this.secrets.passkeysOf(
      userId,
      passkeyFactorsOf(state).map(({ id }) => id),
    );
  }

  private challengeKeyOf(challenge: string): string {
    return `${this.redisClient.keyPrefix}:passkey-challenge:${this.keyedHashes.hashOf('passkey challenge', challenge)}`;
  }

  private async storeChallenge(challenge: string, userId: string, purpose: Purpose): Promise<void> {
    await this.redisClient.commands.set(
      this.challengeKeyOf(challenge),
      `${userId} ${purpose}`,
      'EX',
      CHALLENGE_SECONDS,
    );
  }

  private async redeemChallenge(
    challenge: string,
    userId: string,
    purpose: Purpose,
  ): Promise<boolean> {
    const issuedFor = await this.redisClient.commands.getdel(this.challengeKeyOf(challenge));
    return issuedFor === `${userId} ${purpose}`;
  }
}
