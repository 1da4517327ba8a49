import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ApplicationCounts,
  HostApplication,
  PlayerApplication,
} from '@courtly/contracts/applications';
import type { Court } from '@courtly/contracts/courts';
import { CommandBus } from '@nestjs/cqrs';
import { GrantRoleCommand } from '../identity/identity.commands.js';
import { Clock } from '../../platform/kernel/clock.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { photo } from '../../../testing/photos.js';
import { eventually } from '../../../testing/stores.js';
import { currentVersion } from '../papers/papers.js';
import { applications as applicationList } from './applications.projection.js';
import { applicationsFromAddress } from './apply.commands.js';
import { EraseApplicationCommand } from './erase.commands.js';

let courtly: Courtly;
let mailbox: Mailbox;
let admin: Member;
let otherAdmin: Member;
let addresses = 0;

const anAdmin = async (firstName: string): Promise<Member> => {
  const member = await courtly.register('player', { firstName });
  const commandContext = systemContext(`grant ${member.user.id}`, new Date().toISOString());
  await courtly.app
    .get(CommandBus)
    .execute(new GrantRoleCommand({ email: member.email, role: 'admin' }, commandContext));
  await eventually(
    'the role is effective',
    async () => (await member.agent.get('/api/admin/applications')).status === 200,
  );
  return member;
};

beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({ MAIL_URL: mailbox.url, TRUST_PROXY: '1' });
  admin = await anAdmin('Avery');
  otherAdmin = await anAdmin('Blake');
});

afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

const anEmail = () => `${randomUUID()}@example.test`;
const host = {
  fullName: 'Robin Baseline',
  phoneNumber: '4805550123',
  propertyAddress: '8412 E Horseshoe Ln, Paradise Valley, AZ 85253',
  courtType: 'both',
  courtSurface: 'clay',
  availability: 'Weekday mornings',
  courtDescription: 'A quiet court between citrus trees.',
  agreeToTerms: 'true',
};
const player = {
  fullName: 'Robin Baseline',
  city: 'Scottsdale',
  skillLevel: 'Advanced',
  otherClubs: 'The Phoenician',
  whyJoin: 'I would like to play every week.',
  agreeToTerms: true,
};

type Agent = Member['agent'];
const fromAnywhere = () => `203.0.113.${++addresses % 250}`;
const applyAsHost = (
  email: string,
  { agent = courtly.visitor(), photos = [] as Buffer[], changes = {} } = {},
) => {
  const request = agent.post('/api/host-apply').set('X-Forwarded-For', fromAnywhere());
  for (const [field, value] of Object.entries({ ...host, email, ...changes }))
    void request.field(field, String(value));
  photos.forEach((file, index) => void request.attach(`photo_${index}`, file, `${index}.jpg`));
  return request;
};
const applyAsPlayer = (email: string, agent: Agent = courtly.visitor(), changes = {}) =>
  agent
    .post('/api/player-applications')
    .set('X-Forwarded-For', fromAnywhere())
    .send({ ...player, email, ...changes });

const listed = async <T extends HostApplication | PlayerApplication>(
  kind: 'host' | 'player',
  email: string,
) =>
  eventually(`the application of ${email} is listed`, async () => {
    const { body } = await admin.agent
      .get(`/api/admin/${kind}-applications`)
      .query({ search: email })
      .expect(200);
    return (body as T[])[0];
  });
const decide = (kind: 'host' | 'player', id: string, requestBody: object, requester = admin) =>
  requester.agent.patch(`/api/admin/${kind}-applications/${id}/status`).send(requestBody);

const linkIn = async (email: string, count: number): Promise<string> => {
  const mails = await mailbox.arrived(email, count);
  return new URL(/https?:\S+\/invited\?token=\S+/.exec(mails.at(-1)!.text!)![0]).searchParams.get(
    'token',
  )!;
};
const draftOf = async (member: Member, photos: number): Promise<Court> =>
  eventually(`there is a draft with ${photos} photos`, async () => {
    const { body } = await member.agent.get('/api/host/courts').expect(200);
    return (body as Court[]).find((court) => court.photos.length === photos);
  });

const storedPhotos = async () =>
  (await readdir(join(courtly.config.UPLOADS_FOLDER, 'applications'), { recursive: true })).filter(
    (file) => file.endsWith('.webp'),
  );

describe('POST /api/host-apply', () => {
  it('grants the role and creates a draft court with photos through the emailed link', async () => {
    const email = anEmail();
    const photos = [await photo({}), await photo({ background: 'tomato' })];
    const response = await applyAsHost(email, { photos }).expect(201);
    expect(response.body).toEqual({
      message: "We'll review your application and contact you within 48 hours.",
    });
    expect((await mailbox.arrived(email, 1))[0]!.subject).toBe(
      'Your application to host with Courtly',
    );

    const application = await listed<HostApplication>('host', email);
    expect(application).toMatchObject({
      fullName: 'Robin Baseline',
      email,
      phone: '4805550123',
      courtType: 'both',
      courtSurface: 'clay',
      address: host.propertyAddress,
      description: host.courtDescription,
      status: 'pending',
      review: null,
    });
    const photoResponse = await admin.agent.get(application.photos[1]!).expect(200);
    expect([photoResponse.headers['content-type'], photoResponse.headers['cache-control']]).toEqual(
      ['image/webp', 'private, no-store'],
    );
    await courtly.visitor().get(application.photos[1]!).expect(401);

    const { body } = await decide('host', application.id, {
      status: 'approved',
      reason: 'Lovely court.',
    }).expect(200);
    expect(body).toMatchObject({
      status: 'approved',
      review: { by: 'Avery Baseline', reason: 'Lovely court.' },
    });
    const token = await linkIn(email, 2);

    const member = await courtly.register('player', { email });
    const claimed = await member.agent.post('/api/applications/claims').send({ token }).expect(200);
    expect(claimed.body).toEqual({ kind: 'host' });
    const draft = await draftOf(member, 2);
    expect(draft).toMatchObject({
      name: 'Private court in Paradise Valley',
      isActive: false,
      hourlyRate: '0.00',
      surfaceType: 'clay',
      sports: ['tennis', 'pickleball'],
      zone: 'America/Phoenix',
      address: host.propertyAddress,
    });
    await member.agent.get(draft.photos[0]!).expect(200);
    await courtly.visitor().get(`/api/courts/${draft.id}`).expect(404);

    const hide = (isActive: boolean) =>
      member.agent.patch(`/api/courts/${draft.id}/status`).send({ isActive });
    expect((await hide(true).expect(409)).body.message).toBe('Set the rate of this court first.');
    const { name, location, address, surfaceType } = draft;
    const form = { name, location, address, surfaceType, hourlyRate: '120.00' };
    const change = member.agent.put(`/api/courts/${draft.id}`);
    for (const [field, value] of Object.entries(form)) void change.field(field, value);
    await change.expect(200);
    await hide(true).expect(200);
  });

  it('grants the role immediately to a signed-in user with a verified email', async () => {
    const member = await courtly.register('player');
    await courtly
      .visitor()
      .post('/api/auth/password-resets')
      .send({ email: member.email })
      .expect(202);
    const [mail] = await mailbox.arrived(member.email, 1);
    const token = /\/reset-password\?token=(\S+)/.exec(mail!.text!)![1]!;
    const newPassword = 'grass-court-lob';
    const agent = courtly.visitor();
    await agent.post(`/api/auth/password-resets/${token}`).send({ newPassword }).expect(204);
    await agent
      .post('/api/auth/login')
      .send({ email: member.email, password: newPassword })
      .expect(200);
    const signedIn = { ...member, agent };
    await applyAsHost(member.email, { agent }).expect(201);
    const { id, accountId } = await listed<HostApplication>('host', member.email);
    expect(accountId).toBe(member.user.id);
    await decide('host', id, { status: 'approved' }).expect(200);
    await draftOf(signedIn, 0);
    const approved = () =>
      mailbox
        .to(member.email)
        .find(({ subject }) => subject === 'Your host application is approved');
    const approvalEmail = await eventually('the approval email arrives', async () => approved());
    expect(approvalEmail.text).toContain('/owner/courts');
    expect((await agent.get('/api/owner/courts').expect(200)).body).toHaveLength(1);
  });

  it("links the application to no account while the applicant's email is unverified", async () => {
    const member = await courtly.register('player');
    await applyAsHost(member.email, { agent: member.agent }).expect(201);
    expect((await listed<HostApplication>('host', member.email)).accountId).toBeNull();
  });

  it('asks the admin for the city if the address does not include it', async () => {
    const email = anEmail();
    await applyAsHost(email, { changes: { propertyAddress: '1 Main Street, Boise' } }).expect(201);
    const { id } = await listed<HostApplication>('host', email);
    const refusedResponse = await decide('host', id, { status: 'approved' }).expect(400);
    expect(refusedResponse.body.details.fields[0].field).toBe('location');
    const unsure = await decide('host', id, { status: 'approved', location: 'Boise' }).expect(400);
    expect(unsure.body.details.zones).toContain('America/Denver');
    await decide('host', id, {
      status: 'approved',
      location: 'Boise',
      zone: 'America/Boise',
    }).expect(200);
  });

  it('keeps only the first application and its photos per email, without revealing it', async () => {
    const email = anEmail();
    const photos = [await photo({})];
    const previous = (await storedPhotos()).length;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => applyAsHost(email, { photos }).expect(201)),
    );
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const { body } = await admin.agent
      .get('/api/admin/host-applications')
      .query({ search: email })
      .expect(200);
    expect(body).toHaveLength(1);
    expect((await storedPhotos()).length - previous).toBe(1);
    await mailbox.arrived(email, 1);
    await applyAsPlayer(email).expect(201);
    await mailbox.arrived(email, 2);
    expect(mailbox.to(email).map(({ subject }) => subject)).toEqual([
      'Your application to host with Courtly',
      'Your application for Courtly Elite',
    ]);
  });

  it.each([
    ['fullName', 'R', 'Full name must be at least 2 characters'],
    ['email', 'robin', 'Please enter a valid email address'],
    ['phoneNumber', '480', 'Please enter a valid phone number'],
    ['propertyAddress', '8412', 'Please enter a complete address'],
    ['courtType', 'squash', 'Please select a court type'],
    ['courtSurface', 'ice', 'Please select a court surface'],
    ['availability', 'any', 'Please describe your availability'],
    ['courtDescription', 'Nice court.', 'Court description must be at least 20 characters long'],
    ['courtDescription', 'x'.repeat(501), 'Description must be under 500 characters'],
    ['agreeToTerms', 'false', 'You must agree to the terms and conditions'],
  ])('rejects %s = %s', async (field, value, message) => {
    const { body } = await applyAsHost(anEmail(), { changes: { [field]: value } }).expect(400);
    expect(body.details.fields).toEqual([{ field, message }]);
  });

  it('rejects more than five photos, a file that is not a photo, and unknown fields', async () => {
    const image = await photo({});
    await applyAsHost(anEmail(), { photos: Array.from({ length: 6 }, () => image) }).expect(
      ({ status }) => expect([400, 413]).toContain(status),
    );
    const email = anEmail();
    await applyAsHost(email, { photos: [Buffer.from('<svg/>')] }).expect(415);
    await applyAsHost(anEmail(), { changes: { status: 'approved' } }).expect(400);
    const { body } = await admin.agent
      .get('/api/admin/host-applications')
      .query({ search: email })
      .expect(200);
    expect(body).toEqual([]);
  });

  it('limits applications per IP address', async () => {
    const from = (email: string) =>
      courtly
        .visitor()
        .post('/api/player-applications')
        .set('X-Forwarded-For', '198.51.100.7')
        .send({ ...player, email });
    const requests = Array.from({ length: applicationsFromAddress.points + 1 }, () =>
      from(anEmail()),
    );
    const responses = await Promise.all(requests);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(
      applicationsFromAddress.points,
    );
    expect(responses.find(({ status }) => status === 429)!.body.code).toBe('too_many_requests');
  });
});

describe('the review of an application', () => {
  const waiting = async () => {
    const email = anEmail();
    await applyAsPlayer(email).expect(201);
    return listed<PlayerApplication>('player', email);
  };

  it('accepts one of two simultaneous decisions and shows the other admin who decided', async () => {
    const { id } = await waiting();
    const responses = await Promise.all([
      decide('player', id, { status: 'approved' }),
      decide('player', id, { status: 'rejected', reason: 'Not now.' }, otherAdmin),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner =
      responses[0].status === 200
        ? 'Avery Baseline has already approved'
        : 'Blake Baseline has already rejected';
    expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'wrong_status',
      message: `${winner} this application.`,
    });
  });

  it('emails a polite rejection with the reason', async () => {
    const { id, email } = await waiting();
    await decide('player', id, {
      status: 'rejected',
      reason: 'Our courts are full this spring.',
    }).expect(200);
    const mails = await mailbox.arrived(email, 2);
    expect(mails.at(-1)!.text).toContain('Our courts are full this spring.');
    await decide('player', id, { status: 'approved' }).expect(409);
  });

  it('rejects an invalid status and an application of the other kind', async () => {
    const { id } = await waiting();
    await decide('player', id, { status: 'pending' }).expect(400);
    await decide('host', id, { status: 'approved' }).expect(404);
    await decide('player', 'unknown', { status: 'approved' }).expect(404);
  });

  it('lists pending applications in pages, oldest first', async () => {
    const name = `Quentin ${randomUUID().slice(0, 8)}`;
    for (let index = 0; index < 3; index++)
      await applyAsPlayer(anEmail(), undefined, { fullName: name }).expect(201);
    const list = (query: object) =>
      admin.agent.get('/api/admin/player-applications').query({ search: name, ...query });
    await eventually('three are listed', async () => (await list({})).body.length === 3);
    const times = (items: PlayerApplication[]) => items.map(({ submittedAt }) => submittedAt);
    const queue = (await list({ status: 'pending' }).expect(200)).body as PlayerApplication[];
    const history = (await list({}).expect(200)).body as PlayerApplication[];
    expect(times(queue)).toEqual(times(queue).toSorted());
    expect(history.map(({ id }) => id)).toEqual(queue.map(({ id }) => id).toReversed());
    const firstResponse = await list({ status: 'pending', limit: 2 }).expect(200);
    expect([firstResponse.body.length, firstResponse.headers['x-total-count']]).toEqual([2, '3']);
    const next = /^<([^>]+)>/.exec(firstResponse.headers['link'] as unknown as string)![1]!;
    const nextPage = (await admin.agent.get(next).expect(200)).body as PlayerApplication[];
    expect(nextPage.map(({ id }) => id)).toEqual(queue.slice(2).map(({ id }) => id));
  });

  it('lists overdue applications', async () => {
    const { email } = await waiting();
    const overdue = async () =>
      (
        await admin.agent
          .get('/api/admin/player-applications')
          .query({ search: email, overdue: true })
          .expect(200)
      ).body;
    const counts = async () =>
      (await admin.agent.get('/api/admin/applications').expect(200)).body as ApplicationCounts;
    expect(await overdue()).toEqual([]);
    const previous = await counts();
    courtly.config.CLOCK_OFFSET_MS += 2 * DAY_MS + 1_000;
    try {
      expect(await overdue()).toHaveLength(1);
      expect((await counts()).player.overdue).toBeGreaterThan(previous.player.overdue);
    } finally {
      courtly.config.CLOCK_OFFSET_MS -= 2 * DAY_MS + 1_000;
    }
  });
});

describe('the link of an approved application', () => {
  const invited = async () => {
    const email = anEmail();
    await applyAsPlayer(email).expect(201);
    const { id } = await listed<PlayerApplication>('player', email);
    await decide('player', id, { status: 'approved' }).expect(200);
    return { email, token: await linkIn(email, 2) };
  };
  const claim = ({ agent }: Member, token: string) =>
    agent.post('/api/applications/claims').send({ token });

  it('prefills the account until it is used', async () => {
    const { email, token } = await invited();
    const open = () => courtly.visitor().post('/api/applications/invitations').send({ token });
    expect((await open().expect(200)).body).toEqual({
      kind: 'player',
      fullName: player.fullName,
      email,
      phone: '',
    });
    await claim(await courtly.register('player', { email }), token).expect(200);
    await open().expect(404);
  });

  it('reaches the verified address of an account that refused other emails', async () => {
    const email = anEmail();
    const member = await courtly.register('player', { email });
    await courtly.verifyEmail(member);
    const refusal = courtly.app.get(EmailAddresses).refusalToken(email);
    await courtly.visitor().post(`/api/emails/refusals/${refusal}`).expect(204);
    await applyAsPlayer(email).expect(201);
    const { id } = await listed<PlayerApplication>('player', email);
    await decide('player', id, { status: 'approved' }).expect(200);
    await claim(member, await linkIn(email, 1)).expect(200);
  });

  it('is not renewed for a stranger who refused all emails', async () => {
    const { email } = await invited();
    const { id, link } = await listed<PlayerApplication>('player', email);
    const refusal = courtly.app.get(EmailAddresses).refusalToken(email);
    await courtly.visitor().post(`/api/emails/refusals/${refusal}`).expect(204);
    const { body } = await admin.agent.post(`/api/admin/applications/${id}/link`).expect(409);
    expect(body.message).toContain('asked us not to email it');
    expect((await listed<PlayerApplication>('player', email)).link).toEqual(link);
  });

  it('works once, but any number of times for the same user', async () => {
    const { email, token } = await invited();
    const member = await courtly.register('player', { email });
    expect((await claim(member, token).expect(200)).body).toEqual({ kind: 'player' });
    await claim(member, token).expect(200);
  });

  it('verifies the email that it was sent to', async () => {
    const { email, token } = await invited();
    const member = await courtly.register('player', { email });
    expect(member.user.isEmailVerified).toBe(false);
    await claim(member, token).expect(200);
    const me = await member.agent.get('/api/auth/me').expect(200);
    expect(me.body).toMatchObject({ isEmailVerified: true });
  });

  it('rejects users with another email', async () => {
    const { token } = await invited();
    const { body } = await claim(await courtly.register(), token).expect(409);
    expect(body.message).toContain('another email');
  });

  it('expires after thirty days', async () => {
    const { email, token } = await invited();
    const member = await courtly.register('player', { email });
    courtly.config.CLOCK_OFFSET_MS += 30 * DAY_MS;
    try {
      const signedIn = courtly.visitor();
      await signedIn.post('/api/auth/login').send({ email, password: member.password }).expect(200);
      const lateResponse = await signedIn
        .post('/api/applications/claims')
        .send({ token })
        .expect(404);
      expect(lateResponse.body.message).toContain('expired');
    } finally {
      courtly.config.CLOCK_OFFSET_MS -= 30 * DAY_MS;
    }
  });

  it('can be sent again, which ends the earlier link and shows what became of the email', async () => {
    const { email, token } = await invited();
    const { id } = await listed<PlayerApplication>('player', email);
    const state = async () => {
      const { emailState } = await listed<PlayerApplication>('player', email);
      return emailState?.about === 'approved' && emailState.outcome === 'sent';
    };
    await eventually('the email is recorded as sent', state);
    const before = await listed<PlayerApplication>('player', email);
    courtly.config.CLOCK_OFFSET_MS += 2_000;
    const renewal = await admin.agent.post(`/api/admin/applications/${id}/link`).expect(200);
    courtly.config.CLOCK_OFFSET_MS -= 2_000;
    expect(renewal.body.expiresAt > before.link!.expiresAt).toBe(true);
    const newToken = await linkIn(email, 3);
    const member = await courtly.register('player', { email });
    const lateResponse = await claim(member, token).expect(404);
    expect(lateResponse.body.message).toContain('newer link');
    await claim(member, newToken).expect(200);
    await admin.agent.post(`/api/admin/applications/${id}/link`).expect(409);
  });

  it('rejects forged tokens', async () => {
    const { email, token } = await invited();
    const member = await courtly.register('player', { email });
    const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await claim(member, wrong).expect(404);
    await claim(
      member,
      token.replace(/-(\d+)-/, (_, seconds) => `-${Number(seconds) + 1}-`),
    ).expect(404);
  });
});

describe('the data of an application', () => {
  const erased = (email: string) => {
    const application = async () => {
      const { body } = await admin.agent.get('/api/admin/host-applications').query({ limit: 100 });
      const applications = body as HostApplication[];
      return applications.every((each) => each.email !== email);
    };
    return eventually('the application is erased', application);
  };
  const withPhoto = async () => {
    const email = anEmail();
    await applyAsHost(email, { photos: [await photo({})] }).expect(201);
    return listed<HostApplication>('host', email);
  };
  const sealedTexts = async (id: string) => {
    const { applicant } = (await courtly.app
      .get(ReadModels, { strict: false })
      .read(applicationList, (collection) => collection.findOne({ _id: id })))!;
    return JSON.stringify(await courtly.app.get(Streams).events(`application-${applicant}`));
  };

  it('contains the version of the hosting terms that the applicant agreed to', async () => {
    const { id } = await withPhoto();
    const papers = {
      hostingTerms: currentVersion('hosting-terms'),
      policyId: courtly.config.policy.id,
    };
    expect(await sealedTexts(id)).toContain(JSON.stringify({ papers }).slice(1, -1));
  });

  it('is deleted by its applicant without an account, through a link in each email', async () => {
    const { id, email, photos } = await withPhoto();
    const [mail] = await mailbox.arrived(email, 1);
    const token = /application-deletion\?token=(\S+)/.exec(mail!.text!)![1]!;
    await courtly
      .visitor()
      .post('/api/applications/erasures')
      .send({ token: `${token}0` })
      .expect(404);
    await courtly.visitor().post('/api/applications/erasures').send({ token }).expect(202);
    await erased(email);
    await admin.agent.get(photos[0]!).expect(404);
    const texts = await sealedTexts(id);
    for (const text of [host.fullName, host.phoneNumber, host.courtDescription])
      expect(texts).not.toContain(text);
    await applyAsHost(email).expect(201);
    expect((await listed<HostApplication>('host', email)).id).not.toBe(id);
  });

  it("is deleted by an admin at the applicant's written request", async () => {
    const { id, email } = await withPhoto();
    await admin.agent
      .post(`/api/admin/applications/${id}/erasure`)
      .send({ reference: 'letter 12' })
      .expect(202);
    await erased(email);
    await decide('host', id, { status: 'approved' }).expect(409);
  });

  it('is deleted at the end of its retention period', async () => {
    const { id, email } = await withPhoto();
    await decide('host', id, { status: 'rejected', reason: 'Too far away.' }).expect(200);
    const { eraseAt } = await listed<HostApplication>('host', email);
    const days = (Date.parse(eraseAt!) - courtly.app.get(Clock).now()) / DAY_MS;
    expect(Math.ceil(days)).toBe(courtly.config.policy.retention.rejectedApplicationDays);
    const { applicant } = (await courtly.app
      .get(ReadModels, { strict: false })
      .read(applicationList, (collection) => collection.findOne({ _id: id })))!;
    const eraseApplication = (at: string) =>
      courtly.app
        .get(CommandBus)
        .execute(
          new EraseApplicationCommand({ applicant, applicationId: id }, systemContext('due', at)),
        );
    await eraseApplication(new Date(Date.parse(eraseAt!) - 1).toISOString());
    expect(await sealedTexts(id)).toContain(host.fullName);
    await eraseApplication(eraseAt!);
    await erased(email);
    expect(await sealedTexts(id)).not.toContain(host.fullName);
  });
});
