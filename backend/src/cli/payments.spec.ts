import { expect, it, jest } from '@jest/globals';
import { runCommand } from './program.js';

it.each([
  [
    'requires a reason to acknowledge a finding',
    ['acknowledge', 'abc', '--reason', ' '],
    'Say why',
  ],
  [
    'rejects a date that does not exist',
    ['reconcile', '--since', '2027-02-31'],
    'Use a date such as 2027-03-13.',
  ],
])('%s', async (_, args, message) => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const code = await runCommand(['payments', ...args], {
      environment: {},
      print: () => undefined,
      note: () => undefined,
      step: (_title, work) => work(() => undefined),
      interrupted: new AbortController().signal,
    });
    expect(code).toBe(1);
    expect(written.mock.calls.join()).toContain(message);
  } finally {
    written.mockRestore();
  }
});
