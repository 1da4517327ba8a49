import { ApplicationKind } from '@courtly/contracts/applications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { followUp } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ErasureRegister } from '../../platform/vault/erasure-register.js';
import { VaultKeys } from '../../platform/vault/person-keys.js';
import { PHOTOS, type Photos } from '../photos/photos.js';
import { applicantOf, applicationIn, applications } from './application.js';
import { ApplicationTokens } from './application-tokens.service.js';
import { applications as applicationList } from './applications.projection.js';

type ApplicationReference = Readonly<{ applicant: string; applicationId: string }>;

/**
 * Names the application by the token of an email or, for a written request filed under `reference`,
 * by its id.
 */
export class RequestApplicationErasureCommand extends defineCommand<
  Readonly<{ token: string }> | Readonly<{ applicationId: string; reference: string }>
>() {}

/** A process then erases the application. */
@CommandHandler(RequestApplicationErasureCommand)
export class RequestApplicationErasureHandler implements ICommandHandler<RequestApplicationErasureCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly readModels: ReadModels,
    private readonly applicationTokens: ApplicationTokens,
  ) {}

  /** @throws DomainError not_found, or wrong_status if it belongs to an account */
  async execute({ input, context }: RequestApplicationErasureCommand): Promise<void> {
    const isApplicant = 'token' in input;
    const { applicant, applicationId } = isApplicant
      ? this.applicationTokens.readErasureToken(input.token)
      : await this.referenceOf(input.applicationId);
    const requester = context.actor.role === 'operator' ? 'operator' : 'admin';
    const data = {
      applicationId,
      by: isApplicant ? ('applicant' as const) : requester,
      reference: isApplicant ? '' : input.reference,
      requestedAt: context.at,
    } as const;
    // The fingerprint stays in the log forever and must not contain a token.
    const erasureContext = { ...context, fingerprint: 'RequestApplicationErasure' };
    await this.commandHandling.handle(
      applications,
      applicant,
      { type: 'RequestErasure', data },
      erasureContext,
    );
  }

  private async referenceOf(applicationId: string): Promise<ApplicationReference> {
    const application = await this.readModels.read(applicationList, (collection) =>
      collection.findOne({ _id: applicationId }),
    );
    if (!application) throw notFound('application');
    return application;
  }
}

/** The ids of the applications from an email that were not erased. */
export class FindApplicationsCommand extends defineCommand<
  Readonly<{ email: string }>,
  readonly string[]
>() {}

@CommandHandler(FindApplicationsCommand)
export class FindApplicationsHandler implements ICommandHandler<FindApplicationsCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { email } }: FindApplicationsCommand): Promise<readonly string[]> {
    const applicationIds: string[] = [];
    for (const emailHash of this.keyedHashes.hashesOfName('applicant', email))
      for (const kind of ApplicationKind.options)
        for (const { applicationId, erasure } of await this.streams.load(
          applications,
          applicantOf(kind, emailHash),
        ))
          if (erasure !== 'erased') applicationIds.push(applicationId);
    return applicationIds;
  }
}

/** Erases an application if that was requested or its retention period has ended. */
export class EraseApplicationCommand extends defineCommand<ApplicationReference>() {}

/** Each step is idempotent, so an interrupted erasure starts again from the first. */
@CommandHandler(EraseApplicationCommand)
export class EraseApplicationHandler implements ICommandHandler<EraseApplicationCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly erasureRegister: ErasureRegister,
    private readonly vaultKeys: VaultKeys,
    @Inject(PHOTOS) private readonly photoStorage: Photos,
  ) {}

  /** @throws Error if the register cannot be written; UnlistedSecret. The job is then retried. */
  async execute({ input, context }: EraseApplicationCommand): Promise<void> {
    const { applicant, applicationId } = input;
    await this.erasureRegister.assertWritable();
    const request = {
      applicationId,
      by: 'retention',
      reference: '',
      requestedAt: context.at,
    } as const;
    // From here on, no one can claim the application or renew its link.
    const { state } = await this.commandHandling.handle(
      applications,
      applicant,
      { type: 'RequestErasure', data: request },
      followUp(context, 'erasure due'),
    );
    if (applicationIn(state, applicationId).erasure !== 'requested') return;
    await this.photoStorage.removeFolder(`applications/${applicationId}`);
    await this.vaultKeys.eraseKey(applicationId, context.at);
    await this.commandHandling.handle(
      applications,
      applicant,
      { type: 'FinishErasure', data: { applicationId, at: context.at } },
      followUp(context, 'erasure finished'),
    );
  }
}
