import type Stripe from 'stripe';
import { required, text } from '../http/parameters.js';
import { route, type Routes } from '../http/route.js';
import { create, find, newId, newSecret } from '../world.js';

export const portalRoutes: Routes = {
  'POST /v1/billing_portal/sessions': route(
    { customer: required(text), return_url: text },
    (world, { customer, return_url = null }): Stripe.BillingPortal.Session => {
      find(world, 'customer', customer, 'customer');
      const token = newSecret('portal');
      world.objects.put('_portal', { id: token, customer, return_url });
      return create(world, 'billing_portal.session', {
        id: newId('bps'),
        object: 'billing_portal.session',
        configuration: 'bpc_standin',
        created: world.now,
        customer,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url,
        url: `${world.origin}/hosted/portal/${token}`,
      });
    },
  ),
};
