import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../platform/kernel/context.js';
import { DAY_MS } from '../../../platform/kernel/local-time.js';
import { Queues } from '../../../platform/processes/queues.js';
import { metrics } from '../../../platform/stores/metrics.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../../testing/mailbox.js';
import { eventually } from '../../../../testing/stores.js';
import { SendPasswordChangedEmailCommand } from './account-emails.commands.js';
import { passwordNotices } from '../identity.process.js';

let mailbox: Mailbox;
let courtly: Courtly;
beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({ MAIL_URL: mailbox.url, PUBLIC_URL: 'http://courtly.example' });
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

const change = ({ agent, password }: Member) =>
  agent
    .put('/api/auth/me/password')
    .send({ currentPassword: password, newPassword: 'grass-court-rally' });
const sendPasswordEmail = ({ user }: Member, cause: string, changedAt = new Date().toISOString()) =>
  courtly.app
    .get(CommandBus)
    .execute(
      new SendPasswordChangedEmailCommand(
        { userId: user.id, changedAt },
        systemContext(cause, new Date().toISOString()),
      ),
    );
const emailJobs = async () => (await courtly.app.get(Queues).countJobs()).get('emails')!;

describe('an account email', () => {
  it('reports a change of password as text and HTML', async () => {
    const member = await courtly.register('player', { firstName: 'Ada <b>' });
    await change(member).expect(204);
    const [mail, ...more] = await mailbox.arrived(member.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Your Courtly password was changed');
    expect(mail!.from!.text).toBe('"Courtly" <no-reply@courtly.example>');
    expect(mail!.text).toContain('Hi Ada <b>,');
    expect(mail!.html).toContain('Hi Ada &lt;b&gt;,');
    expect(mail!.text).toContain('http://courtly.example/forgot-password');
  });

  it('is sent once, no matter how often its job runs', async () => {
    const member = await courtly.register();
    for (const _ of [1, 2, 3]) await sendPasswordEmail(member, `thrice ${member.user.id}`);
    expect(mailbox.to(member.email)).toHaveLength(1);
    await sendPasswordEmail(member, `another ${member.user.id}`);
    expect(mailbox.to(member.email)).toHaveLength(2);
  });

  it('is sent two days late if the mail server was down that long', async () => {
    const member = await courtly.register();
    await sendPasswordEmail(
      member,
      `held back ${member.user.id}`,
      new Date(Date.now() - 2 * DAY_MS).toISOString(),
    );
    expect(mailbox.to(member.email)).toHaveLength(1);
  });

  it('is sent later if the mail server is down', async () => {
    const member = await courtly.register();
    await mailbox.verification(member.email);
    await mailbox.leave();
    await change(member).expect(204);
    await eventually('the job waits for a retry', async () => (await emailJobs())['delayed'] === 1);
    await mailbox.comeBack();
    expect(await mailbox.arrived(member.email)).toHaveLength(1);
  });

  it('retries after a refusal, without the address in the error', async () => {
    const member = await courtly.register();
    mailbox.refuse(`${member.email} is busy`);
    await expect(sendPasswordEmail(member, `refused ${member.user.id}`)).rejects.toThrow(
      /^the mail server rejected the email: EMESSAGE 450$/,
    );
    await sendPasswordEmail(member, `refused ${member.user.id}`);
    expect(mailbox.to(member.email)).toHaveLength(1);
  });

  it('waits as a job that contains only ids', async () => {
    const event = {
      id: 'e1',
      type: 'PasswordChanged',
      data: { userId: 'u1', proof: 'mail', changedAt: 'then' },
    };
    expect(passwordNotices.react(event as never)).toEqual([
      { id: 'password-changed.e1', due: null, data: { userId: 'u1', changedAt: 'then' } },
    ]);
  });

  it('is counted but not sent if there is no mail server', async () => {
    const silent = await startCourtly();
    try {
      const counted = async () =>
        (await metrics.getSingleMetric('courtly_mails_total')!.get()).values.find(
          ({ labels }) => labels['outcome'] === 'not_configured',
        )?.value ?? 0;
      const previousCount = await counted();
      const member = await silent.register();
      await change(member).expect(204);
      // The registration sends the second email.
      await eventually(
        'the unsent emails are counted',
        async () => (await counted()) === previousCount + 2,
      );
    } finally {
      await silent.stop();
    }
  });
});
