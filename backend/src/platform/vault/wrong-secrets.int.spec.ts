import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Processes, startProcesses } from '../../../testing/processes.js';

let processes: Processes;

beforeAll(async () => {
  processes = await startProcesses();
  await (await processes.courtly('api')).end('SIGTERM');
});
afterAll(() => processes?.stop());

describe('a process with a wrong secret', () => {
  it.each(['KEY_SECRETS', 'LOOKUP_SECRETS'])(
    'exits immediately with one sentence that names %s',
    async (name) => {
      const secret = 'not the secret that it was made with, at all'.replace(',', '');
      const start = processes.courtly('projector', { [name]: secret });
      const message = await start.then(
        () => 'it serves',
        (error: Error) => error.message,
      );
      expect(message).toMatch(
        new RegExp(`ended: The configuration is invalid: ${name} [^\\n]*\\n$`),
      );
      expect(message).not.toContain('not the secret');
    },
  );
});
