import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Policy, PolicyFile, SecondFactorPolicy } from '@courtly/contracts/policy';

/** `cli` is for an operator's command, which starts nothing and needs no Stripe keys. */
const Role = z.enum(['api', 'projector', 'worker', 'cli']);

/** Newest first: the first secret creates new values, and the others still open old ones. */
const secrets = z
  .string()
  .transform((secretsText) => secretsText.split(',').map((secretText) => secretText.trim()))
  .pipe(z.array(z.string().min(32, 'must be at least 32 characters of random text each')).min(1));

/**
 * A PEM may contain `\\n` instead of line breaks, because some tools keep each variable on one
 * line.
 */
const privateKey = z
  .string()
  .transform((keyText) => keyText.replaceAll('\\n', '\n'))
  .refine((pem) => {
    try {
      return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
    } catch {
      return false;
    }
  }, 'must be the content of the .p8 file from Apple');

const providerUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an http:// or https:// address',
});

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  ROLES: z
    .string()
    .default('api,projector,worker')
    .transform((rolesText) => rolesText.split(',').map((roleName) => roleName.trim()))
    .pipe(z.array(Role).min(1)),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  PUBLIC_URL: z.url().default('http://localhost:3000'),
  EVENTSTORE_URL: z.string().regex(/^esdb(\+discover)?:\/\//, 'must be an esdb:// address'),
  EVENTSTORE_CALL_TIMEOUT_MS: z.coerce.number().int().min(1).default(1_500),
  EVENTSTORE_COMMAND_TIMEOUT_MS: z.coerce.number().int().min(1).default(5_000),
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// address'),
  MONGODB_DATABASE: z.string().default('courtly'),
  REDIS_URL: z.string().min(1),
  REDIS_PREFIX: z.string().default('courtly'),
  VAULT_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must be a mongodb:// address')
    .optional(),
  VAULT_DATABASE: z.string().optional(),
  SESSION_SECRETS: secrets,
  KEY_SECRETS: secrets,
  LOOKUP_SECRETS: secrets,
  UPLOADS_DRIVER: z.enum(['folder', 's3']).default('folder'),
  UPLOADS_FOLDER: z.string().default('.courtly/uploads'),
  ERASURES_FOLDER: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address')
    .optional(),
  MAIL_FROM: z.string().optional(),
  RECEIPT_SELLER: z
    .string()
    .default('Courtly')
    .transform((seller) => seller.replaceAll('|', '\n')),
  MAP_STYLE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_/, 'must be a secret key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((secretText) => secretText.trim() || [])),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .startsWith('pk_', 'must be a publishable key of Stripe')
    .optional(),
  STRIPE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_URL: providerUrl.default('https://accounts.google.com'),
  APPLE_CLIENT_ID: z.string().optional(),
  APPLE_TEAM_ID: z.string().optional(),
  APPLE_KEY_ID: z.string().optional(),
  APPLE_PRIVATE_KEY: privateKey.optional(),
  APPLE_URL: providerUrl.default('https://appleid.apple.com'),
  WEATHER_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  PROJECTIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((variableName) => variableName.trim() || [])),
  POLICY_FILE: z.string().optional(),
  SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  STATIC_FOLDER: z.string().optional(),
  CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  TRUST_PROXY: z.coerce.number().int().min(0).optional(),
  PROJECTION_GATHER_MS: z.coerce.number().int().min(0).default(250),
  FRESH_READ_TIMEOUT_MS: z.coerce.number().int().min(0).default(2_000),
  DRAIN_MS: z.coerce.number().int().min(0).max(8_000).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  STOP_WITH_PARENT: z.enum(['0', '1']).default('0'),
});

/** The environment variables that the application reads. */
export const configKeys: readonly string[] = Object.keys(Environment.shape);

export type Config = Omit<
  z.infer<typeof Environment>,
  'VAULT_URI' | 'VAULT_DATABASE' | 'TRUST_PROXY' | 'ERASURES_FOLDER'
> & {
  VAULT_URI: string;
  VAULT_DATABASE: string;
  TRUST_PROXY: number;
  ERASURES_FOLDER: string;
  /**
   * The policy in force: at first from the file, and later from the log
   * (`people/policies/policies-in-force.service.ts`). Read it at each use, and keep no copy.
   */
  policy: Policy;
  /** The roles whose routes refuse sessions without a second factor. */
  readonly secondFactorRoles: readonly (keyof SecondFactorPolicy)[];
  /** Who changed the policy and why, and what it replaces, if the policy file says so. */
  policyChange: Readonly<{
    changedBy: string | null;
    reason: string | null;
    replaces: string | null;
    isDefault: boolean;
  }>;
  /** The version of this process's IANA zone database, such as `2026c`. */
  zoneData: string;
};

export const CONFIG = Symbol('config');

const defaultPolicy = new URL('../../deploy/policies/standard.json', import.meta.url);

/** The message contains one line for each invalid variable. */
export class InvalidConfig extends Error {}

const readPolicy = (policyFile: string | undefined): z.infer<typeof PolicyFile> => {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(policyFile ?? defaultPolicy, 'utf8'));
  } catch (error) {
    throw new InvalidConfig(
      `The configuration is invalid: POLICY_FILE ${policyFile ?? ''} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
  const parsed = PolicyFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new InvalidConfig(
    `The configuration is invalid: POLICY_FILE ${policyFile ?? ''} is not a valid policy.\n${z.prettifyError(parsed.error)}`,
  );
};

/** @throws InvalidConfig if only some of the variables are set */
const checkComplete = (
  config: z.infer<typeof Environment>,
  names: readonly (keyof typeof config)[],
): void => {
  const missing = names.filter((name) => config[name] === undefined);
  if (missing.length > 0 && missing.length < names.length)
    throw new InvalidConfig(
      `${missing.join(', ')} must be set too, or none of ${names.join(', ')}.`,
    );
};

/**
 * Reads the environment.
 * @throws InvalidConfig
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const givenVariables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  );
  const parseResult = Environment.safeParse(givenVariables);
  if (!parseResult.success)
    throw new InvalidConfig(`The configuration is invalid.\n${z.prettifyError(parseResult.error)}`);
  const config = parseResult.data;
  const isProduction = config.NODE_ENV === 'production';
  if (isProduction && config.CLOCK_OFFSET_MS !== 0)
    throw new InvalidConfig(
      'CLOCK_OFFSET_MS moves the clock for development and is not allowed in production.',
    );
  const isCommand = config.ROLES.includes('cli');
  if (isProduction && config.TRUST_PROXY === undefined && !isCommand)
    throw new InvalidConfig(
      "TRUST_PROXY must be the number of proxies in front, 0 for none: limits and waivers depend on the caller's address.",
    );
  if (isProduction && !isAbsolute(config.ERASURES_FOLDER ?? ''))
    throw new InvalidConfig(
      'ERASURES_FOLDER must be the absolute path of the erasure register, which all processes share.',
    );
  if (isProduction && config.STRIPE_URL !== undefined)
    throw new InvalidConfig(
      'STRIPE_URL names a stand-in for Stripe and is not allowed in production.',
    );
  if (
    isProduction &&
    [config.GOOGLE_URL, config.APPLE_URL].some((url) => !url.startsWith('https:'))
  )
    throw new InvalidConfig('GOOGLE_URL and APPLE_URL must be https:// addresses in production.');
  checkComplete(config, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  checkComplete(config, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']);
  const {
    changedBy = null,
    reason = null,
    replaces = null,
    ...policy
  } = readPolicy(config.POLICY_FILE);
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRETS } = config;
  if (
    policy.paymentRequired &&
    config.ROLES.some((role) => role === 'api' || role === 'worker') &&
    !(STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRETS.length > 0)
  )
    throw new InvalidConfig(
      'This policy requires payment for bookings, so STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRETS must be set.',
    );
  return {
    ...config,
    VAULT_URI: config.VAULT_URI ?? config.MONGODB_URI,
    VAULT_DATABASE: config.VAULT_DATABASE ?? `${config.MONGODB_DATABASE}_vault`,
    TRUST_PROXY: config.TRUST_PROXY ?? 0,
    ERASURES_FOLDER: config.ERASURES_FOLDER ?? '.courtly/erasures',
    policy,
    get secondFactorRoles() {
      return (config.SECOND_FACTOR ?? (isProduction ? 'required' : 'optional')) === 'required'
        ? SecondFactorPolicy.keyof().options.filter((role) => this.policy.secondFactor[role])
        : [];
    },
    policyChange: { changedBy, reason, replaces, isDefault: config.POLICY_FILE === undefined },
    zoneData: process.versions.tz!,
  };
};
