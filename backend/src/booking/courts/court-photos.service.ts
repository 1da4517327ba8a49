import { Inject, Injectable } from '@nestjs/common';
import type { CommandOutcome } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Court, court } from './court.js';
import { PHOTOS, type Photos, type UploadedPhoto } from '../../people/photos/photos.js';

/** Stores photos of courts and removes files that no court uses. */
@Injectable()
export class CourtPhotos {
  constructor(
    @Inject(PHOTOS) private readonly photos: Photos,
    private readonly streams: Streams,
  ) {}

  /**
   * Stores photos, runs `change`, then removes the files that the court does not use. If the
   * outcome of the write is unknown, all files stay until a retry finds out.
   * @throws DomainError unsupported_image before any change; the errors of `change`
   */
  async during(
    courtId: string,
    files: readonly UploadedPhoto[],
    { commandId }: CommandContext,
    change: (added: string[]) => Promise<CommandOutcome<Court | null>>,
  ): Promise<CommandOutcome<Court | null>> {
    const before = (await this.streams.load(court, courtId))?.photos ?? [];
    const added = await this.photos.store(`courts/${courtId}`, files, commandId);
    try {
      const handled = await change(added);
      await this.keepOnly(handled.state, [...before, ...added]);
      return handled;
    } catch (error) {
      if (error instanceof DomainError)
        await this.keepOnly(await this.streams.load(court, courtId), added);
      throw error;
    }
  }

  private keepOnly(state: Court | null, photos: readonly string[]): Promise<void> {
    return this.photos.remove(photos.filter((photo) => !state?.photos.includes(photo)));
  }
}
