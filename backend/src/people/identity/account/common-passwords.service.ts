import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/kernel/domain-error.js';

const FILE = new URL('../../../../../deploy/policies/common-passwords.txt', import.meta.url);

/** The passwords that are guessed first. The list is read with the first registration, which most processes never see. */
@Injectable()
export class CommonPasswords {
  private list: Promise<ReadonlySet<string>> | undefined;

  /**
   * `field` is what the request calls the password.
   * @throws DomainError invalid_request for a password that many use, in whatever case, or that is the person's own name
   */
  async refuse(field: string, password: string, ...names: readonly string[]): Promise<void> {
    const plain = password.toLowerCase();
    const isGuessed =
      (await this.known()).has(plain) || names.some((name) => name.toLowerCase() === plain);
    if (!isGuessed) return;
    const message =
      'This password is one of the first that others would guess. Please choose another.';
    throw new DomainError('invalid_request', message, { fields: [{ field, message }] });
  }

  private known(): Promise<ReadonlySet<string>> {
    return (this.list ??= readFile(FILE, 'utf8').then(
      (text) => new Set(text.toLowerCase().split('\n')),
    ));
  }
}
