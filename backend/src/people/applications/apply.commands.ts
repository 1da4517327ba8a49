import type {
  ApplicationReceived,
  HostApplicationForm,
  PlayerApplicationForm,
  ApplicationKind,
} from '@courtly/contracts/applications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { clientAddress } from '../../platform/http/client-address.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../identity/account-email.js';
import { emailVerification } from '../identity/email-verification.js';
import { person } from '../identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { currentVersion } from '../papers/papers.js';
import { PHOTOS, type Photos, type UploadedPhoto } from '../photos/photos.js';
import { daysAfter } from './application.events.js';
import {
  type ApplicationCommand,
  type HostApplied,
  applicantOf,
  applications,
  isPending,
} from './application.js';

/** High enough for a club whose members all apply from behind one router. */
export const applicationsFromAddress: RateLimit = {
  name: 'applicationsFromAddress',
  points: 20,
  duration: 60 * 60,
};

/** Links in emails to applicants that someone opens or tries. */
export const applicationLinksFromAddress: RateLimit = {
  name: 'applicationLinksFromAddress',
  points: 60,
  duration: 60 * 60,
};

type SubmittedForm =
  | Readonly<{ kind: 'host'; form: HostApplicationForm; photos: readonly UploadedPhoto[] }>
  | Readonly<{ kind: 'player'; form: PlayerApplicationForm }>;

/** Only a hash of `ipAddress` is stored, to count applications. */
export class ApplyCommand extends defineCommand<
  Readonly<{ submittedForm: SubmittedForm; ipAddress: string }>,
  CommandResult<ApplicationReceived>
>() {}

/**
 * If an email already has a pending application, the response is the same and that application
 * remains, so the response does not reveal it.
 */
@CommandHandler(ApplyCommand)
export class ApplyHandler implements ICommandHandler<ApplyCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError too_many_requests, unsupported_image, store_unavailable */
  async execute({ input: { submittedForm, ipAddress }, context }: ApplyCommand) {
    await this.rateLimits.consume(
      applicationsFromAddress,
      this.keyedHashes.hashOf('address', clientAddress({ ip: ipAddress })),
    );
    const { reviewHours, retention } = this.config.policy;
    const answerBy = new Date(Date.parse(context.at) + reviewHours * HOUR_MS).toISOString();
    const confirmation = {
      message: `We'll review your application and contact you within ${reviewHours} hours.`,
    };
    const applicantIds = this.keyedHashes
      .hashesOfName('applicant', submittedForm.form.email)
      .map((emailHash) => applicantOf(submittedForm.kind, emailHash));
    const existingApplications = await Promise.all(
      applicantIds.map((applicantId) => this.streams.load(applications, applicantId)),
    );
    if (existingApplications.slice(1).some(isPending)) return new CommandResult(confirmation, null);
    const applicationId = this.idGenerator.short(`application ${context.commandId}`, 12);
    const photoUrls =
      submittedForm.kind === 'host'
        ? await this.photoStorage.store(
            `applications/${applicationId}`,
            submittedForm.photos,
            context.commandId,
          )
        : [];
    const papers = {
      hostingTerms: currentVersion('hosting-terms'),
      policyId: this.config.policy.id,
    };
    const command = applyCommandOf(submittedForm, photoUrls, papers, {
      applicationId,
      applicant: applicantIds[0]!,
      userId: await this.verifiedOwnerId(applicantIds, submittedForm.kind, context.actor),
      answerBy,
      appliedAt: context.at,
      keepUntil: daysAfter(answerBy, retention.lapsedApplicationDays),
    });
    const { state, position } = await this.commandHandling.handle(
      applications,
      applicantIds[0]!,
      command,
      context,
    );
    const isStored = state.some((application) => application.applicationId === applicationId);
    if (!isStored) await this.photoStorage.remove(photoUrls);
    return new CommandResult(confirmation, position);
  }

  /** The signed-in user, if the application's email is their verified email; otherwise null. */
  private async verifiedOwnerId(
    applicantIds: readonly string[],
    kind: ApplicationKind,
    { id, role }: Actor,
  ): Promise<string | null> {
    if (role === 'visitor') return null;
    const verifiedEmail = verifiedEmailOf(
      await this.streams.load(person, id),
      await this.streams.load(emailVerification, id),
    );
    const ownHashes = verifiedEmailHashes(this.keyedHashes, 'applicant', verifiedEmail);
    return ownHashes.some((ownHash) => applicantIds.includes(applicantOf(kind, ownHash)))
      ? id
      : null;
  }
}

type NewApplication = Pick<
  HostApplied,
  'applicationId' | 'applicant' | 'userId' | 'answerBy' | 'appliedAt' | 'keepUntil'
>;

/** The applicant's form, with the field names of the event. */
const applyCommandOf = (
  submittedForm: SubmittedForm,
  photoUrls: string[],
  papers: NonNullable<HostApplied['papers']>,
  newApplication: NewApplication,
): ApplicationCommand => {
  if (submittedForm.kind === 'player') {
    const { agreeToTerms: _, ...form } = submittedForm.form;
    return { type: 'ApplyAsPlayer', data: { ...newApplication, ...form } };
  }
  const {
    phoneNumber: phone,
    propertyAddress: address,
    courtDescription: description,
  } = submittedForm.form;
  const { fullName, email, courtType, courtSurface, availability } = submittedForm.form;
  const textFields = { fullName, email, phone, address, availability, description };
  return {
    type: 'ApplyAsHost',
    data: { ...newApplication, ...textFields, courtType, courtSurface, photos: photoUrls, papers },
  };
};
