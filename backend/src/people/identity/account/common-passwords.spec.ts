import { describe, expect, it } from '@jest/globals';
import { CommonPasswords } from './common-passwords.service.js';

const refused = expect.objectContaining({
  code: 'invalid_request',
  details: { fields: [expect.objectContaining({ field: 'newPassword' })] },
});
const check = (password: string) =>
  new CommonPasswords().assertUncommon(
    'newPassword',
    password,
    'robin.baseline',
    'robin.baseline@example.test',
  );

describe('assertUncommon', () => {
  it.each([
    'password',
    '12345678',
    'Password',
    'iloveyou',
    'qwertyuiop',
    'Robin.Baseline',
    'pássword',
    'ｐａｓｓｗｏｒｄ',
    'robin.baseline@example.test',
  ])('rejects the guessable password %s', (password) =>
    expect(check(password)).rejects.toEqual(refused),
  );
  it.each(['clay-court-rally', 'courtly-demo', 'correct horse battery staple'])(
    'accepts the uncommon password %s',
    (password) => expect(check(password)).resolves.toBeUndefined(),
  );
});
