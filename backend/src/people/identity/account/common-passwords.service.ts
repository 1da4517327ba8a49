import { readFile } from 'node:fs/promises';
import { searchable } from '@courtly/contracts/text';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/kernel/domain-error.js';

const PASSWORD_FILE = new URL(
  '../../../../../deploy/policies/common-passwords.txt',
  import.meta.url,
);

/**
 * The most frequently guessed passwords. The list is loaded on first use, because most processes
 * never need it.
 */
@Injectable()
export class CommonPasswords {
  private passwordList: Promise<ReadonlySet<string>> | undefined;

  /**
   * `fieldName` is the password's name in the request.
   * @throws DomainError invalid_request for a common password or one of the person's own names, in
   *   any letter case
   */
  async assertUncommon(
    fieldName: string,
    password: string,
    ...ownNames: readonly string[]
  ): Promise<void> {
    const normalizedPassword = searchable(password);
    const isGuessed =
      (await this.loadPasswords()).has(normalizedPassword) ||
      ownNames.some((ownName) => searchable(ownName) === normalizedPassword);
    if (!isGuessed) return;
    const message = 'This password is easy to guess. Please choose another.';
    throw new DomainError('invalid_request', message, { fields: [{ field: fieldName, message }] });
  }

  private loadPasswords(): Promise<ReadonlySet<string>> {
    return (this.passwordList ??= readFile(PASSWORD_FILE, 'utf8').then(
      (fileContent) => new Set(fileContent.toLowerCase().split('\n')),
    ));
  }
}
