import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { offsetAt } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { Progress } from '../../platform/projections/progress.js';
import type { ReadModelCollection } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ALL_ZONES, zoneDataInUse, zoneDataProblem } from '../../platform/zone-data/zone-data.js';
import { courtDayIdOf } from './booking-id.js';
import type { Booking } from './booking.js';
import { bookings } from './bookings.projection.js';
import { courtDay } from './court-day.js';

const BATCH_SIZE = 500;

type ShownBooking = Pick<Booking, 'bookingId' | 'zone' | 'startTime' | 'offsetMinutes'>;

/** If `bookingId` is null, compares all future bookings up to a log position. */
export class CompareLocalTimesCommand extends defineCommand<
  Readonly<{ bookingId: string | null; position: string }>
>() {}

/** Records the future bookings whose clock time differs from what people were shown. */
@CommandHandler(CompareLocalTimesCommand)
export class CompareLocalTimesHandler implements ICommandHandler<CompareLocalTimesCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
    private readonly progress: Progress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if this worker or the list of bookings is behind, so that the job is retried */
  async execute({ input: { bookingId, position }, context }: CompareLocalTimesCommand) {
    const { zoneData } = this.config;
    const inUse = await this.streams.load(zoneDataInUse, ALL_ZONES);
    const problem = inUse && zoneDataProblem(zoneData, inUse.zoneData);
    if (problem) throw new Error(problem);
    if (!(await this.progress.waitFor(position, [bookings.name])))
      throw new Error('The list of bookings does not show them yet.');
    // Uses a cursor, because there may be millions of future bookings. If the collection is
    // replaced, the walk starts again, and recorded offsets remain unchanged.
    await this.readModels.walk(bookings, async (collection) => {
      for await (const shownBooking of this.futureBookings(collection, bookingId, context.at)) {
        const { zone, startTime, offsetMinutes } = shownBooking;
        if (offsetMinutes !== offsetAt(zone, Date.parse(startTime)))
          await this.noteOffset(shownBooking, context);
      }
    });
  }

  private futureBookings(
    collection: ReadModelCollection<Booking>,
    bookingId: string | null,
    at: string,
  ): AsyncIterable<ShownBooking> {
    return collection
      .find({
        ...(bookingId && { _id: bookingId }),
        status: { $in: ['pending', 'confirmed'] },
        endTime: { $gt: at },
        offsetMinutes: { $exists: true },
      })
      .project<ShownBooking>({ bookingId: 1, zone: 1, startTime: 1, offsetMinutes: 1 })
      .batchSize(BATCH_SIZE);
  }

  private async noteOffset({ bookingId, zone, startTime }: ShownBooking, context: CommandContext) {
    const { zoneData } = this.config;
    const offsetMinutes = offsetAt(zone, Date.parse(startTime));
    await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(bookingId),
      { type: 'NoteOffset', data: { bookingId, at: context.at, offsetMinutes, zoneData } },
      followUp(context, 'local time'),
    );
  }
}
