import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../kernel/clock.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { type CommandContext, followUp, systemContext } from '../kernel/context.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { Streams } from '../kernel/streams.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { type EmailAddress, emailAddress } from './email-address.js';
import type { UnsubscribeLinks } from './email-preferences.js';

const bounceIn = (states: readonly EmailAddress[]): string | null =>
  states.find(({ bouncedAt }) => bouncedAt)?.bouncedAt ?? null;

/**
 * Knows which addresses must not be emailed, by their keyed hashes. The token of a refusal link is
 * `<hash>.<proof>`, so no token is stored and none contains an address.
 */
@Injectable()
export class EmailAddresses {
  constructor(
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly keyedHashes: KeyedHashes,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The links that stop all emails to someone who may have no account; null if the holder of the
   * address has used one.
   */
  async refusalLinks(email: string): Promise<UnsubscribeLinks | null> {
    const states = await this.statesOf(email);
    if (states.some(({ hasRefused }) => hasRefused)) return null;
    const token = this.refusalToken(email);
    return {
      page: `${this.config.PUBLIC_URL}/never-email-me/${token}`,
      oneClick: `${this.config.PUBLIC_URL}/api/emails/refusals/${token}`,
    };
  }

  /** When the mail server rejected the address (UTC); null if it is reachable. */
  async bouncedAt(email: string): Promise<string | null> {
    return bounceIn(await this.statesOf(email));
  }

  /** Like `bouncedAt`, but null while the log is unavailable. */
  async lastKnownBounce(email: string): Promise<string | null> {
    try {
      const states = await Promise.all(
        this.hashesOf(email).map((hash) => this.streams.cachedOrStale(emailAddress, hash)),
      );
      return bounceIn(states);
    } catch (error) {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    }
  }

  async recordBounce(emailId: string, email: string, code: string): Promise<void> {
    const addressHash = this.keyedHashes.hashOfName('emailAddress', email);
    const bouncedAt = this.clock.instant();
    await this.commandHandling.handle(
      emailAddress,
      addressHash,
      { type: 'RecordBounce', data: { addressHash, code, bouncedAt } },
      systemContext(`bounce ${emailId}`, bouncedAt),
    );
  }

  /** Turns email on again, because the holder has used a link in an email. */
  async reinstate(email: string, context: CommandContext): Promise<void> {
    for (const addressHash of this.hashesOf(email))
      if ((await this.streams.load(emailAddress, addressHash)).bouncedAt)
        await this.commandHandling.handle(
          emailAddress,
          addressHash,
          { type: 'ReinstateEmail', data: { addressHash, reinstatedAt: context.at } },
          followUp(context, 'email reinstatement'),
        );
  }

  /** Ends a refusal at the holder's request. Returns whether there was one. */
  async endRefusal(email: string, reference: string, context: CommandContext): Promise<boolean> {
    let hadRefused = false;
    for (const addressHash of this.hashesOf(email)) {
      if (!(await this.streams.load(emailAddress, addressHash)).hasRefused) continue;
      hadRefused = true;
      await this.commandHandling.handle(
        emailAddress,
        addressHash,
        { type: 'EndRefusal', data: { addressHash, reference, endedAt: context.at } },
        followUp(context, 'end of refusal'),
      );
    }
    return hadRefused;
  }

  refusalToken(email: string): string {
    const addressHash = this.keyedHashes.hashOfName('emailAddress', email);
    return `${addressHash}.${this.keyedHashes.hashOf('emailRefusal', addressHash)}`;
  }

  /** The hash of the address that a token was sent to; null if the token was never issued. */
  hashInToken(token: string): string | null {
    const [, addressHash, proof] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
    return addressHash && this.keyedHashes.isProofOf(proof!, 'emailRefusal', addressHash)
      ? addressHash
      : null;
  }

  private hashesOf(email: string): readonly string[] {
    return this.keyedHashes.hashesOfName('emailAddress', email);
  }

  private statesOf(email: string): Promise<EmailAddress[]> {
    return Promise.all(
      this.hashesOf(email).map((addressHash) => this.streams.load(emailAddress, addressHash)),
    );
  }
}
