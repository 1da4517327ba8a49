import type { ApplicationKind, ReviewHostApplicationBody } from '@courtly/contracts/applications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { isVerifyingLink } from '../identity/account-email.js';
import { emailVerification } from '../identity/email-verification.js';
import { fullName, person } from '../identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError, isDomainError, notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { PERSON_KEYS, type PersonKeys, personKeyOf } from '../../platform/kernel/personal-data.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { daysAfter, linkDeadlines } from './application.events.js';
import { type Application, applicationIn, applications } from './application.js';
import { applications as applicationList } from './applications.projection.js';
import { ApplicationTokens } from './application-tokens.service.js';
import { openCityIn, courtZoneOf } from '../../booking/courts/court-zone.js';

export class ReviewApplicationCommand extends defineCommand<
  Readonly<{ kind: ApplicationKind; applicationId: string; decision: ReviewHostApplicationBody }>,
  CommandResult<Application>
>() {}

@CommandHandler(ReviewApplicationCommand)
export class ReviewApplicationHandler implements ICommandHandler<ReviewApplicationCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    @Inject(PERSON_KEYS) private readonly personKeys: PersonKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'policy'>,
  ) {}

  /**
   * @throws DomainError not_found, wrong_status if it is already decided, invalid_request if the
   *   court cannot be located; MissingKey or UnreadableKey while the key is unusable, because a
   *   reason would be lost
   */
  async execute({ input: { kind, applicationId, decision }, context }: ReviewApplicationCommand) {
    const applicationDocument = await this.readModels.read(applicationList, (collection) =>
      collection.findOne({ _id: applicationId, kind }),
    );
    if (!applicationDocument) throw notFound('application');
    const { applicant } = applicationDocument;
    const application = applicationIn(
      await this.streams.load(applications, applicant),
      applicationId,
    );
    if (decision.reason && application.status === 'pending')
      personKeyOf(await this.personKeys.find([applicationId]), applicationId);
    const isNewHost =
      application.kind === 'host' &&
      application.status === 'pending' &&
      decision.status === 'approved';
    const place = isNewHost ? courtPlaceOf(application.form.address, decision) : null;
    const data = {
      applicationId,
      status: decision.status,
      reason: decision.reason,
      place,
      reviewedBy: context.actor.id,
      reviewedAt: context.at,
      ...this.deadlinesAfter(decision.status, context.at),
    };
    try {
      const { state, position } = await this.commandHandling.handle(
        applications,
        applicant,
        { type: 'ReviewApplication', data },
        context,
      );
      return new CommandResult(applicationIn(state, applicationId), position);
    } catch (error) {
      throw isDomainError(error, 'wrong_status') ? await this.withReviewerName(error) : error;
    }
  }

  /** The deadlines that apply if the applicant has yet to claim the application. */
  private deadlinesAfter(status: ReviewHostApplicationBody['status'], reviewedAt: string) {
    const { retention } = this.config.policy;
    return status === 'rejected'
      ? { linkExpiresAt: null, keepUntil: daysAfter(reviewedAt, retention.rejectedApplicationDays) }
      : linkDeadlines(reviewedAt, retention);
  }

  /** If two admins decide at the same time, the error names the one who decided first. */
  private async withReviewerName(wrongStatus: DomainError): Promise<DomainError> {
    const { status, reviewedBy } = wrongStatus.details as Readonly<{
      status: string;
      reviewedBy: string;
    }>;
    const reviewer = await this.streams.load(person, reviewedBy);
    const reviewerName = reviewer ? fullName(reviewer) : 'Someone else';
    return new DomainError(
      wrongStatus.code,
      `${reviewerName} has already ${status} this application.`,
      wrongStatus.details,
    );
  }
}

export class ClaimApplicationCommand extends defineCommand<
  Readonly<{ token: string }>,
  CommandResult<{ kind: ApplicationKind }>
>() {}

@CommandHandler(ClaimApplicationCommand)
export class ClaimApplicationHandler implements ICommandHandler<ClaimApplicationCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly applicationTokens: ApplicationTokens,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * @throws DomainError not_found for an invalid or expired link, wrong_status for a used link or a
   * different email
   */
  async execute({ input: { token }, context }: ClaimApplicationCommand) {
    const { applicant, applicationId, expiresAt } = this.applicationTokens.readToken(
      token,
      context.at,
    );
    const userId = context.actor.id;
    await this.verifyOwnEmail(applicant, context);
    const { state, position } = await this.commandHandling.handle(
      applications,
      applicant,
      { type: 'Claim', data: { applicationId, userId, linkExpiresAt: expiresAt, at: context.at } },
      context,
    );
    return new CommandResult({ kind: applicationIn(state, applicationId).kind }, position);
  }

  /** Following the link proves the email, because the link was sent to it. */
  private async verifyOwnEmail(applicant: string, context: CommandContext): Promise<void> {
    const claimant = await this.streams.load(person, context.actor.id);
    const [, applicantHash = ''] = applicant.split('-');
    if (!claimant || !isVerifyingLink(this.keyedHashes, 'applicant', applicantHash, claimant)) {
      const message =
        'This link is for another email address. Sign in with that address, or change your email to that address first.';
      throw new DomainError('wrong_status', message, { status: 'approved' });
    }
    const { userId, email } = claimant;
    const data = { userId, email, proof: 'application', verifiedAt: context.at } as const;
    await this.commandHandling.handle(
      emailVerification,
      userId,
      { type: 'VerifyEmail', data },
      context,
    );
  }
}

type PlaceInput = Readonly<{ location?: string | undefined; zone?: string | undefined }>;

/**
 * The place from the admin's input or, if there is none, from the address.
 * @throws DomainError invalid_request for `location` or `zone` if neither is known
 */
export const courtPlaceOf = (
  address: string,
  { location, zone }: PlaceInput,
): Readonly<{ location: string; zone: string }> => {
  const cityName = location ?? openCityIn(address);
  if (cityName === undefined) {
    const message = "Please enter the city. The address doesn't include it.";
    throw new DomainError('invalid_request', message, { fields: [{ field: 'location', message }] });
  }
  return { location: cityName, zone: courtZoneOf({ location: cityName, zone }) };
};
