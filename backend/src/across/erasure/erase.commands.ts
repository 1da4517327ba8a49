import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { ErasureSteps } from './erasure-steps.service.js';

export class EraseAccountCommand extends defineCommand<Readonly<{ userId: string }>>() {}

/**
 * First checks the register and ends all access, then removes public data and references to the
 * person, which requires their names, and then releases the names. The key comes last.
 */
export const erasureSteps = [
  'checkRegister',
  'revokeAccess',
  'eraseDamagedKey',
  'eraseDamagedApplicationKeys',
  'closeCalendar',
  'retireCourts',
  'withdrawApplications',
  'leaveMatches',
  'leaveGuestLists',
  'removePictures',
  'removeCustomer',
  'releaseNames',
  'eraseKeys',
  'finishErasure',
] as const satisfies readonly (keyof ErasureSteps)[];

/** An interrupted erasure starts again from the first step, because all steps are idempotent. */
@CommandHandler(EraseAccountCommand)
export class EraseAccountHandler implements ICommandHandler<EraseAccountCommand> {
  constructor(private readonly steps: ErasureSteps) {}

  /**
   * @throws DomainError store_unavailable; Error while read models lag. The job is then retried.
   */
  async execute({ input: { userId }, context: { at } }: EraseAccountCommand): Promise<void> {
    if (!(await this.steps.isErasureDue(userId))) return;
    for (const stepName of erasureSteps) await this.steps[stepName]({ userId, at });
  }
}
