import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { PERSON_KEYS } from '../kernel/personal-data.js';
import { Credentials } from './credentials.js';
import { ErasureRegister } from './erasure-register.js';
import { KeyWrapping } from './key-wrapping.js';
import { PasswordHashing } from './password-hashing.js';
import { VaultKeys } from './person-keys.js';
import { KnownSecrets } from './known-secrets.service.js';
import { MailTokens } from './mail-tokens.js';
import { SecondFactorSecrets } from './second-factor-secrets.js';
import { SecretsCheck } from './secrets-check.service.js';

const keyWrapping = {
  provide: KeyWrapping,
  useFactory: ({ KEY_SECRETS }: Config) => new KeyWrapping(KEY_SECRETS),
  inject: [CONFIG],
};

/**
 * Everything outside the log that cannot be recreated: the keys of personal data, passwords with
 * their reset tokens, and the secrets of second factors.
 */
@Global()
@Module({
  providers: [
    keyWrapping,
    ErasureRegister,
    VaultKeys,
    { provide: PERSON_KEYS, useExisting: VaultKeys },
    KnownSecrets,
    SecretsCheck,
    Credentials,
    PasswordHashing,
    MailTokens,
    SecondFactorSecrets,
  ],
  exports: [
    KeyWrapping,
    KnownSecrets,
    ErasureRegister,
    VaultKeys,
    PERSON_KEYS,
    Credentials,
    MailTokens,
    SecondFactorSecrets,
  ],
})
export class VaultModule {}
