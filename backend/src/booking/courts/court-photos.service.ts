import { Inject, Injectable } from '@nestjs/common';
import { PHOTOS, type Photos, type UploadedPhoto } from '../../people/photos/photos.js';
import type { CommandOutcome } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { CourtEvent } from './court.events.js';
import { type Court, court } from './court.js';

/** Stores the photos of courts, and removes files that no court uses. */
@Injectable()
export class CourtPhotos {
  constructor(
    @Inject(PHOTOS) private readonly photoStorage: Photos,
    private readonly streams: Streams,
  ) {}

  /**
   * Stores photos, runs `applyChange`, and then removes the files that the court does not use. If
   * the outcome of the write is unknown, all files remain until a retry determines it.
   * @throws DomainError unsupported_image before any change; the errors of `applyChange`
   */
  async storeDuring(
    courtId: string,
    uploadedPhotos: readonly UploadedPhoto[],
    { commandId }: CommandContext,
    applyChange: (addedPaths: string[]) => Promise<CommandOutcome<Court | null, CourtEvent>>,
  ): Promise<CommandOutcome<Court | null, CourtEvent>> {
    const previousPhotos = (await this.streams.load(court, courtId))?.photos ?? [];
    const addedPhotos = await this.photoStorage.store(
      `courts/${courtId}`,
      uploadedPhotos,
      commandId,
    );
    try {
      const commandOutcome = await applyChange(addedPhotos);
      await this.removeUnused(commandOutcome.state, [...previousPhotos, ...addedPhotos]);
      return commandOutcome;
    } catch (error) {
      if (error instanceof DomainError)
        await this.removeUnused(await this.streams.load(court, courtId), addedPhotos);
      throw error;
    }
  }

  private removeUnused(courtState: Court | null, photoPaths: readonly string[]): Promise<void> {
    return this.photoStorage.remove(
      photoPaths.filter((photoPath) => !courtState?.photos.includes(photoPath)),
    );
  }
}
