import type { Erasure } from '@courtly/contracts/erasure';
import { Injectable } from '@nestjs/common';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { person } from '../../people/identity/person.js';
import { people } from '../../people/identity/people.projection.js';
import { Clock } from '../../platform/kernel/clock.js';
import { Streams } from '../../platform/kernel/streams.js';
import { membership, tierAt } from '../../people/membership/membership.js';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { type Standing, blockersOf } from './blockers.js';

const live = { status: { $in: ['pending', 'confirmed'] } } as const;

const goes = [
  'Your name, email, username, phone and picture',
  'Your preferences, favourites and the address of your calendar',
  'What you wrote: notes, messages, reviews, reasons',
  'Your courts, with their photos and addresses',
  'Applications that you made with your email',
];

const stays = [
  'Bookings and amounts, because the books have to add up, without your name',
  'Results of matches and the stars of reviews, as those of a former member',
  'That a waiver was accepted, and when',
  'Mails that we have sent to you, in your own mailbox',
];

/** What an erasure waits for, takes and leaves. */
@Injectable()
export class ErasureQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly streams: Streams,
    private readonly clock: Clock,
  ) {}

  async show(userId: string): Promise<Erasure> {
    const standing = await this.standing(userId);
    const until =
      tierAt(standing.membership, standing.at) === 'elite'
        ? standing.membership?.term?.accessUntil
        : null;
    return {
      blockers: blockersOf(standing),
      goes: [
        ...goes,
        ...(until
          ? [`Your Elite membership, paid until ${until.slice(0, 10)}, without a refund`]
          : []),
      ],
      stays,
    };
  }

  /** As far as the read models are: milliseconds behind, as a rule. */
  async standing(userId: string): Promise<Standing> {
    const count = (filter: object) =>
      this.readModels.read(bookings, (all) => all.countDocuments(filter));
    const [playing, hosting, refunds, pay, known, isLastAdmin] = await Promise.all([
      count({ playerId: userId, ...live }),
      count({ hostId: userId, ...live }),
      count({ playerId: userId, paymentStatus: 'refund_failed' }),
      this.payOf(userId),
      this.streams.load(membership, userId),
      this.isLastAdmin(userId),
    ]);
    const at = this.clock.instant();
    return { bookings: playing, hosting, refunds, ...pay, membership: known, isLastAdmin, at };
  }

  private async payOf(hostId: string): Promise<Pick<Standing, 'dueCents' | 'frozenCents'>> {
    const sums = {
      _id: null,
      dueCents: { $sum: '$dueCents' },
      frozenCents: { $sum: '$frozenCents' },
    };
    const [sum] = await this.readModels.read(payouts, (all) =>
      all
        .aggregate<{ dueCents: number; frozenCents: number }>([
          { $match: { hostId } },
          { $group: sums },
        ])
        .toArray(),
    );
    return { dueCents: sum?.dueCents ?? 0, frozenCents: sum?.frozenCents ?? 0 };
  }

  private async isLastAdmin(userId: string): Promise<boolean> {
    const { roles = [] } = (await this.streams.load(person, userId)) ?? {};
    if (!roles.includes('admin')) return false;
    const admins = await this.readModels.read(people, (all) =>
      all.countDocuments({ roles: 'admin' }, { limit: 2 }),
    );
    return admins < 2;
  }
}
