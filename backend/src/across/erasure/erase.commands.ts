import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { ErasureSteps } from './erasure-steps.service.js';

/** Erases an account whose end was decided. */
export class EraseAccountCommand extends defineCommand<Readonly<{ userId: string }>>() {}

/**
 * In this order: nobody acts as the person any more; then what others see of them ends; then what leads to them, for which
 * names are needed; then the names are free; last the key goes, after which nothing of theirs can be read, so that nothing
 * that needs reading may be left to do.
 */
export const erasureOrder = [
  'closeDoors',
  'closeCalendar',
  'retireCourts',
  'withdrawApplications',
  'leaveMatches',
  'leaveGuestLists',
  'removePictures',
  'removeCustomer',
  'releaseNames',
  'eraseKeys',
  'finish',
] as const satisfies readonly (keyof ErasureSteps)[];

/** Carried out again after it was cut off, it begins anew, and each step finds what it did before. */
@CommandHandler(EraseAccountCommand)
export class EraseAccountHandler implements ICommandHandler<EraseAccountCommand> {
  constructor(private readonly steps: ErasureSteps) {}

  /** @throws DomainError store_unavailable; Error while the read models are behind: the job is tried again */
  async execute({ input: { userId }, context: { at } }: EraseAccountCommand): Promise<void> {
    if (!(await this.steps.isDue(userId))) return;
    for (const step of erasureOrder) await this.steps[step]({ userId, at });
  }
}
