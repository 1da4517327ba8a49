import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { InvalidConfig, readConfig } from './config.js';

const environment = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SESSION_SECRETS: 'a secret of sessions for tests alone',
  KEY_SECRETS: 'a secret of keys for these tests alone',
  LOOKUP_SECRETS: 'a secret of lookups for tests alone',
  POLICY_FILE: 'deploy/policies/unpaid.json',
};
const production = {
  ...environment,
  NODE_ENV: 'production',
  TRUST_PROXY: '0',
  ERASURES_FOLDER: '/data/erasures',
};

describe('the configuration', () => {
  it('requires the number of proxies in production, even if it is 0', () => {
    const { TRUST_PROXY: _, ...unsaid } = production;
    expect(() => readConfig(unsaid)).toThrow(/TRUST_PROXY must be/);
    expect(() => readConfig({ ...production, TRUST_PROXY: '' })).toThrow(/TRUST_PROXY must be/);
    expect(readConfig(production).TRUST_PROXY).toBe(0);
    expect(readConfig({ ...production, TRUST_PROXY: '1' }).TRUST_PROXY).toBe(1);
    expect(readConfig(environment).TRUST_PROXY).toBe(0);
  });

  it('requires the absolute path of the erasure register in production', () => {
    for (const ERASURES_FOLDER of ['', '.courtly/erasures'])
      for (const ROLES of ['worker', 'cli'])
        expect(() => readConfig({ ...production, ERASURES_FOLDER, ROLES })).toThrow(
          /ERASURES_FOLDER must be/,
        );
    expect(readConfig(production).ERASURES_FOLDER).toBe('/data/erasures');
    expect(readConfig(environment).ERASURES_FOLDER).toBe('.courtly/erasures');
  });

  it('rejects a clock offset in production', () => {
    expect(() => readConfig({ ...production, CLOCK_OFFSET_MS: '1' })).toThrow(/CLOCK_OFFSET_MS/);
    expect(readConfig({ ...environment, CLOCK_OFFSET_MS: '1' }).CLOCK_OFFSET_MS).toBe(1);
  });

  it('requires a second factor for the roles in the policy, by default only in production', () => {
    expect(readConfig(production).secondFactorRoles).toEqual(['admin']);
    expect(readConfig(environment).secondFactorRoles).toEqual([]);
    const required = { ...environment, SECOND_FACTOR: 'required' };
    expect(readConfig(required).secondFactorRoles).toEqual(['admin']);
    const optional = { ...production, SECOND_FACTOR: 'optional' };
    expect(readConfig(optional).secondFactorRoles).toEqual([]);
  });

  it('rejects a Stripe stand-in in production', () => {
    const STRIPE_URL = 'http://127.0.0.1:4242';
    expect(() => readConfig({ ...production, STRIPE_URL })).toThrow(/STRIPE_URL/);
    expect(readConfig({ ...environment, STRIPE_URL }).STRIPE_URL).toBe(STRIPE_URL);
  });

  it('enables a provider only with all of its keys', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readConfig({ ...environment, ...google })).toMatchObject(google);
    expect(() => readConfig({ ...environment, GOOGLE_CLIENT_ID: 'id' })).toThrow(
      /GOOGLE_CLIENT_SECRET must be set too/,
    );
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' };
    const withKey = (APPLE_PRIVATE_KEY: string) =>
      readConfig({ ...environment, ...apple, APPLE_PRIVATE_KEY });
    expect(withKey(pem.replaceAll('\n', '\\n')).APPLE_PRIVATE_KEY).toBe(pem);
    expect(() => withKey('no key')).toThrow(/APPLE_PRIVATE_KEY|\.p8/);
    expect(() => readConfig({ ...environment, ...apple })).toThrow(/APPLE_PRIVATE_KEY/);
  });

  it('rejects a provider without https in production', () => {
    const GOOGLE_URL = 'http://127.0.0.1:4243';
    expect(() => readConfig({ ...production, GOOGLE_URL })).toThrow(/GOOGLE_URL/);
    expect(readConfig({ ...environment, GOOGLE_URL }).GOOGLE_URL).toBe(GOOGLE_URL);
  });

  it('includes a second policy that differs from the standard one only in payments', () => {
    const policy = (name: string) =>
      JSON.parse(readFileSync(`deploy/policies/${name}.json`, 'utf8')) as object;
    const unpaid = { id: 'unpaid-1', paymentRequired: false };
    expect(policy('unpaid')).toEqual({ ...policy('standard'), ...unpaid });
    expect(policy('standard')).toMatchObject({ paymentRequired: true });
  });

  it("reads a policy's author and reason separately, and rejects an email as the author", () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-policy-'));
    try {
      const POLICY_FILE = join(folder, 'policy.json');
      const { policy, policyChange } = readConfig(environment);
      expect(policyChange).toEqual({
        changedBy: null,
        reason: null,
        replaces: null,
        isDefault: environment.POLICY_FILE === undefined,
      });
      const read = (changedPolicy: object) => {
        writeFileSync(POLICY_FILE, JSON.stringify({ ...policy, ...changedPolicy }));
        return readConfig({ ...environment, POLICY_FILE });
      };
      const changeNote = { changedBy: 'the board', reason: 'Summer prices.' };
      expect(read(changeNote)).toMatchObject({ policy, policyChange: changeNote });
      expect(Object.keys(read(changeNote).policy)).not.toContain('reason');
      expect(() => read({ changedBy: 'robin@example.test' })).toThrow(/not be an email address/);
      expect(() => read({ changedFor: 'fun' })).toThrow(/changedFor/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names a policy file that cannot be read or is not a policy', () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-policy-'));
    const rejection = (POLICY_FILE: string) => {
      try {
        readConfig({ ...environment, POLICY_FILE });
        return null;
      } catch (error) {
        return error;
      }
    };
    try {
      const file = join(folder, 'policy.json');
      const start = `The configuration is invalid: POLICY_FILE`;
      for (const path of [file, folder])
        expect(rejection(path)).toMatchObject({
          message: expect.stringContaining(`${start} ${path} cannot be read: E`),
        });
      for (const [content, problem] of [
        ['', 'cannot be read'],
        ['{', 'cannot be read'],
        ['{}', 'is not a valid policy'],
      ] as const) {
        writeFileSync(file, content);
        const error = rejection(file);
        expect(error).toBeInstanceOf(InvalidConfig);
        expect(error).toMatchObject({
          message: expect.stringContaining(`${start} ${file} ${problem}`),
        });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('requires the Stripe keys if bookings are paid', () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtly-policy-'));
    try {
      const POLICY_FILE = join(folder, 'policy.json');
      writeFileSync(
        POLICY_FILE,
        JSON.stringify({ ...readConfig(environment).policy, paymentRequired: true }),
      );
      const keys = {
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRETS: 'whsec_new, whsec_old',
      };
      expect(readConfig({ ...environment, POLICY_FILE, ...keys })).toMatchObject({
        STRIPE_WEBHOOK_SECRETS: ['whsec_new', 'whsec_old'],
      });
      for (const name of Object.keys(keys))
        expect(() => readConfig({ ...environment, POLICY_FILE, ...keys, [name]: '' })).toThrow(
          /must be set/,
        );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('accepts several secrets of one kind, newest first, and rejects weak ones', () => {
    const newer = `${environment.KEY_SECRETS}, newer`;
    expect(
      readConfig({ ...environment, KEY_SECRETS: `${'n'.repeat(32)},${'o'.repeat(32)}` })
        .KEY_SECRETS,
    ).toEqual(['n'.repeat(32), 'o'.repeat(32)]);
    expect(() => readConfig({ ...environment, KEY_SECRETS: newer })).toThrow(
      /at least 32 characters/,
    );
  });

  it('places the vault next to the read models by default', () => {
    expect(readConfig(environment)).toMatchObject({
      VAULT_URI: environment.MONGODB_URI,
      VAULT_DATABASE: 'courtly_vault',
    });
    const VAULT_URI = 'mongodb://vault.example';
    expect(readConfig({ ...environment, VAULT_URI })).toMatchObject({
      VAULT_URI,
      VAULT_DATABASE: 'courtly_vault',
    });
  });
});
