import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../identity/account-email.js';
import { emailClaim } from '../identity/claim.js';
import { emailVerification } from '../identity/email-verification.js';
import { person } from '../identity/person.js';
import { blocks } from './blocks.js';
import { blocks as blockList } from './blocks.projection.js';
import {
  type ContactGuard,
  type ContactKind,
  contactRefusal,
  isContactBlocked,
} from './contact-guard.js';

@Injectable()
export class BlockContactGuard implements ContactGuard {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  async isBlocked(firstId: string, secondId: string, before?: string): Promise<boolean> {
    const [first, second] = await Promise.all(
      [firstId, secondId].map(async (userId) => ({
        userId,
        blocks: await this.streams.load(blocks, userId),
      })),
    );
    return isContactBlocked(first!, second!, before);
  }

  async requireContact(
    kind: ContactKind,
    firstId: string,
    secondId: string,
    before?: string,
  ): Promise<void> {
    if (await this.isBlocked(firstId, secondId, before)) throw contactRefusal(kind);
  }

  async isEmailBlocked(senderId: string, email: string): Promise<boolean> {
    for (const emailHash of this.keyedHashes.hashesOfName('email', email)) {
      const claim = await this.streams.load(emailClaim, emailHash);
      if (!claim || !(await this.isVerifiedHolder(claim.userId, emailHash))) continue;
      if (await this.isBlocked(senderId, claim.userId)) return true;
    }
    return false;
  }

  /** Anyone can register with someone else's address, and must not block emails to it. */
  private async isVerifiedHolder(userId: string, emailHash: string): Promise<boolean> {
    const verifiedEmail = verifiedEmailOf(
      await this.streams.load(person, userId),
      await this.streams.load(emailVerification, userId),
    );
    const ownHashes: readonly string[] = verifiedEmailHashes(
      this.keyedHashes,
      'email',
      verifiedEmail,
    );
    return ownHashes.includes(emailHash);
  }

  async blockedAmong(userId: string, otherIds: readonly string[]): Promise<ReadonlySet<string>> {
    const blockDocuments = await this.readModels.read(blockList, (collection) =>
      collection.find({ $or: [{ _id: userId }, { blockedIds: userId }] }).toArray(),
    );
    const blockedIds = new Set(
      blockDocuments.flatMap((document) =>
        document.userId === userId ? document.blockedIds : [document.userId],
      ),
    );
    return new Set(otherIds.filter((otherId) => blockedIds.has(otherId)));
  }

  async ownBlockOf(userId: string, otherId: string): Promise<string | null> {
    const { blocked } = await this.streams.load(blocks, userId);
    return blocked.find(({ blockedId }) => blockedId === otherId)?.blockId ?? null;
  }
}
