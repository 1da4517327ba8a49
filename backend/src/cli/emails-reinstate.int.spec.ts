import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandLine } from '../../testing/command-line.js';
import { type Courtly, startCourtly } from '../../testing/courtly.js';
import { EmailAddresses } from '../platform/mail/email-addresses.service.js';

let courtly: Courtly;
let run: ReturnType<typeof commandLine>;

beforeAll(async () => {
  courtly = await startCourtly();
  run = commandLine(courtly.stores.environment);
});

afterAll(() => courtly?.stop());

const email = 'guest@example.test';
const reinstate = () => run(['emails', 'reinstate', email, '--reference', 'file 12']);

describe('courtly emails reinstate', () => {
  it('ends a refusal and a rejection, and then finds nothing to end', async () => {
    const emailAddresses = courtly.app.get(EmailAddresses, { strict: false });
    const { oneClick } = (await emailAddresses.refusalLinks(email))!;
    await courtly.visitor().post(new URL(oneClick).pathname).send({}).expect(204);
    await emailAddresses.recordBounce('email-1', email, '5.1.1');
    expect(await emailAddresses.refusalLinks(email)).toBeNull();
    expect(await emailAddresses.bouncedAt(email)).not.toBeNull();

    const ended = await reinstate();
    expect([ended.code, ended.noted + ended.printed]).toEqual([
      0,
      expect.stringContaining(
        'Courtly emails this address again: its refusal has ended, and it counts as reachable.',
      ),
    ]);
    expect(await emailAddresses.refusalLinks(email)).not.toBeNull();
    expect(await emailAddresses.bouncedAt(email)).toBeNull();
    expect((await reinstate()).printed).toContain('no mail server has rejected it');
  });
});
