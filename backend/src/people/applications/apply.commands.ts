import type {
  ApplicationReceived,
  HostApplicationForm,
  PlayerApplicationForm,
} from '@courtly/contracts/applications';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { verifiedEmailOf } from '../identity/email-of.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { PHOTOS, type Photos, type UploadedPhoto } from '../photos/photos.js';
import { type ApplicationCommand, applicantOf, applications, isPending } from './application.js';

/** Enough for a club behind one router that applies together. */
export const applicationsFromAddress: RateLimit = {
  name: 'applicationsFromAddress',
  points: 20,
  duration: 60 * 60,
};

/** What was filled in, with the photos of a host's court. */
type Filled =
  | Readonly<{ kind: 'host'; form: HostApplicationForm; photos: readonly UploadedPhoto[] }>
  | Readonly<{ kind: 'player'; form: PlayerApplicationForm }>;

/** `address` is the IP address that it came from; it is counted as a hash. */
export class ApplyCommand extends defineCommand<
  Readonly<{ filled: Filled; address: string }>,
  CommandResult<ApplicationReceived>
>() {}

/** Who has applied and waits keeps that application, and is answered the same: whether they have is nobody else's business. */
@CommandHandler(ApplyCommand)
export class ApplyHandler implements ICommandHandler<ApplyCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly attempts: RateLimits,
    private readonly hashes: KeyedHashes,
    private readonly ids: Ids,
    @Inject(PHOTOS) private readonly photos: Photos,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError too_many_requests; unsupported_image; store_unavailable */
  async execute({
    input: { filled, address },
    context,
  }: ApplyCommand): Promise<CommandResult<ApplicationReceived>> {
    await this.attempts.consume(applicationsFromAddress, this.hashes.of('address', address));
    const { reviewHours } = this.config.policy;
    const received = {
      message: `We'll review your application and contact you within ${reviewHours} hours.`,
    };
    const names = this.hashes
      .allOfName('applicant', filled.form.email)
      .map((hash) => applicantOf(filled.kind, hash));
    const known = await Promise.all(names.map((name) => this.streams.load(applications, name)));
    if (known.slice(1).some(isPending)) return new CommandResult(received, null);
    const photos = await this.store(filled, context);
    const command = this.commandOf(filled, photos, {
      applicationId: this.idOf(context),
      applicant: names[0]!,
      userId: await this.ownerOf(filled.form.email, context.actor),
      answerBy: new Date(Date.parse(context.at) + reviewHours * HOUR_MS).toISOString(),
      appliedAt: context.at,
    });
    const { state, position } = await this.commands.handle(
      applications,
      names[0]!,
      command,
      context,
    );
    const isKept = state.some(({ applicationId }) => applicationId === this.idOf(context));
    if (!isKept) await this.photos.remove(photos);
    return new CommandResult(received, position);
  }

  private idOf({ commandId }: CommandContext): string {
    return this.ids.short(`application ${commandId}`, 12);
  }

  private store(filled: Filled, context: CommandContext): Promise<string[]> {
    if (filled.kind === 'player') return Promise.resolve([]);
    return this.photos.store(
      `applications/${this.idOf(context)}`,
      filled.photos,
      context.commandId,
    );
  }

  /** Whose application it is: of who is signed in, where they have shown that the e-mail is theirs. */
  private async ownerOf(email: string, { id, role }: Actor): Promise<string | null> {
    if (role === 'visitor') return null;
    const known = await this.streams.load(verifiedEmailOf, id);
    return known.isVerified && known.email === email ? id : null;
  }

  private commandOf(filled: Filled, photos: string[], opened: Opened): ApplicationCommand {
    if (filled.kind === 'host') {
      const {
        phoneNumber: phone,
        propertyAddress: address,
        courtDescription: description,
        ...rest
      } = filled.form;
      const { fullName, email, courtType, courtSurface, availability } = rest;
      const words = { fullName, email, phone, address, availability, description };
      return {
        type: 'ApplyAsHost',
        data: { ...opened, ...words, courtType, courtSurface, photos },
      };
    }
    const { fullName, email, city, skillLevel, otherClubs, whyJoin } = filled.form;
    return {
      type: 'ApplyAsPlayer',
      data: { ...opened, fullName, email, city, skillLevel, otherClubs, whyJoin },
    };
  }
}

type Opened = Readonly<{
  applicationId: string;
  applicant: string;
  userId: string | null;
  answerBy: string;
  appliedAt: string;
}>;
