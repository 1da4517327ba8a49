import { flag, group, oneOf, required, text } from '../http/parameters.js';
import { invalidRequest } from '../http/refusal.js';
import { listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { find } from '../world.js';
import { pay } from './collection.js';
import { finalize } from './invoice.js';
import { voidInvoice } from './subscription-end.js';

const byIntent = group({ type: required(oneOf('payment_intent')), payment_intent: text });

export const invoiceRoutes: Routes = {
  'GET /v1/invoices/:id': retrieveRoute('invoice'),
  'GET /v1/invoices': listRoute(
    'invoice',
    '/v1/invoices',
    {
      customer: text,
      subscription: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    },
    ({ customer, subscription, status }) => ({
      customer,
      status,
      'parent.subscription_details.subscription': subscription,
    }),
  ),
  'POST /v1/invoices/:id/finalize': route({ auto_advance: flag }, (world, _params, id) => {
    const invoice = find(world, 'invoice', id);
    if (invoice.status !== 'draft')
      throw invalidRequest(
        "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
        {
          code: 'invoice_not_editable',
        },
      );
    return finalize(world, invoice);
  }),
  'POST /v1/invoices/:id/pay': route(
    { payment_method: text, off_session: flag },
    (world, params, id) => {
      const found = find(world, 'invoice', id);
      const invoice = found.status === 'draft' ? finalize(world, found) : found;
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      if (invoice.status !== 'open')
        throw invalidRequest(
          `You can only pay an open invoice. This invoice is ${invoice.status}.`,
        );
      return pay(world, invoice, {
        method: params.payment_method ?? undefined,
        offSession: params.off_session ?? true,
      });
    },
  ),
  'POST /v1/invoices/:id/void': route({}, (world, _params, id) => {
    const invoice = find(world, 'invoice', id);
    if (invoice.status !== 'open')
      throw invalidRequest('You can only pass in open invoices. This invoice is not open.');
    return voidInvoice(world, invoice);
  }),
  'GET /v1/invoice_payments/:id': retrieveRoute('invoice_payment'),
  'GET /v1/invoice_payments': listRoute(
    'invoice_payment',
    '/v1/invoice_payments',
    { invoice: text, status: oneOf('canceled', 'open', 'paid'), payment: byIntent },
    ({ invoice, status, payment }) => ({
      invoice,
      status,
      'payment.payment_intent': payment?.payment_intent,
    }),
  ),
};
