import type Stripe from 'stripe';
import { requiredField, textField } from '../http/parameters.js';
import { createRoute, type ApiRoutes } from '../http/route.js';
import { createObject, findObject, createId, createSecret } from '../state.js';

export const portalRoutes: ApiRoutes = {
  'POST /v1/billing_portal/sessions': createRoute(
    { customer: requiredField(textField), return_url: textField },
    (state, { customer, return_url = null }): Stripe.BillingPortal.Session => {
      findObject(state, 'customer', customer, 'customer');
      const portalToken = createSecret('portal');
      state.objects.put('_portal', { id: portalToken, customer, return_url });
      return createObject(state, 'billing_portal.session', {
        id: createId('bps'),
        object: 'billing_portal.session',
        configuration: 'bpc_standin',
        created: state.now,
        customer,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url,
        url: `${state.origin}/hosted/portal/${portalToken}`,
      });
    },
  ),
};
