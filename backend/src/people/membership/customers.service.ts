import { Injectable } from '@nestjs/common';
import { Streams } from '../../platform/kernel/streams.js';
import type { Customers } from './customers.js';
import { MembershipCalls } from './membership-calls.service.js';
import { membership } from './membership.js';

@Injectable()
export class StripeCustomers implements Customers {
  constructor(
    private readonly streams: Streams,
    private readonly calls: MembershipCalls,
  ) {}

  async remove(userId: string): Promise<void> {
    const known = await this.streams.load(membership, userId);
    if (known?.customerId && this.calls.isOn) await this.calls.deleteCustomer(known.customerId);
  }
}
