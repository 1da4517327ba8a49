import type { PolicyValues, PublishPolicyBody } from '@courtly/contracts/policies';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { CLUB_POLICY, policyHistory, requireLatest } from './policy-history.js';
import { draftValues } from './policy-values.js';
import { changesBetween } from './policy-view.js';

type PaymentKeys = Pick<
  Config,
  'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRETS'
>;

/** Checks drafts of the policy: when an admin sends one, and again when it is published. */
@Injectable()
export class PolicyDrafts {
  constructor(
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: PaymentKeys,
  ) {}

  /**
   * The complete values of a draft.
   * @throws DomainError policy_changed if it replaces an older version; wrong_status while one is
   *   scheduled; invalid_request, with the names of the values that are not allowed
   */
  async valuesOf(
    { replaces, values }: Pick<PublishPolicyBody, 'replaces' | 'values'>,
    at: string,
  ): Promise<PolicyValues> {
    const versions = await this.streams.load(policyHistory, CLUB_POLICY);
    const replaced = requireLatest({ replaces, publishedAt: at }, versions);
    const newValues = draftValues(replaced.values, values);
    if (changesBetween(replaced.values, newValues).length === 0)
      throw invalidValue('values', 'Change at least one value.');
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRETS } = this.config;
    const canCharge =
      STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRETS.length > 0;
    if (newValues['paymentRequired'] === true && !canCharge)
      throw invalidValue(
        'values.paymentRequired',
        'This server has no Stripe keys, so it cannot require payments.',
      );
    return newValues;
  }
}

const invalidValue = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });
