import { flagField, groupField, oneOfField, requiredField, textField } from '../http/parameters.js';
import { invalidRequest } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { findObject } from '../state.js';
import { payInvoice } from './collection.js';
import { finalizeInvoice } from './invoice.js';
import { voidInvoice } from './subscription-end.js';

const paymentFilterShape = groupField({
  type: requiredField(oneOfField('payment_intent')),
  payment_intent: textField,
});

export const invoiceRoutes: ApiRoutes = {
  'GET /v1/invoices/:id': createRetrieveRoute('invoice'),
  'GET /v1/invoices': createListRoute(
    'invoice',
    '/v1/invoices',
    {
      customer: textField,
      subscription: textField,
      status: oneOfField('draft', 'open', 'paid', 'uncollectible', 'void'),
    },
    ({ customer, subscription, status }) => ({
      customer,
      status,
      'parent.subscription_details.subscription': subscription,
    }),
  ),
  'POST /v1/invoices/:id/finalize': createRoute(
    { auto_advance: flagField },
    (state, _params, invoiceId) => {
      const invoice = findObject(state, 'invoice', invoiceId);
      if (invoice.status !== 'draft')
        throw invalidRequest(
          "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
          {
            code: 'invoice_not_editable',
          },
        );
      return finalizeInvoice(state, invoice);
    },
  ),
  'POST /v1/invoices/:id/pay': createRoute(
    { payment_method: textField, off_session: flagField },
    (state, parameters, invoiceId) => {
      const requestedInvoice = findObject(state, 'invoice', invoiceId);
      const invoice =
        requestedInvoice.status === 'draft'
          ? finalizeInvoice(state, requestedInvoice)
          : requestedInvoice;
      if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
      if (invoice.status !== 'open')
        throw invalidRequest(
          `You can only pay an open invoice. This invoice is ${invoice.status}.`,
        );
      return payInvoice(state, invoice, {
        method: parameters.payment_method ?? undefined,
        offSession: parameters.off_session ?? true,
      });
    },
  ),
  'POST /v1/invoices/:id/void': createRoute({}, (state, _params, invoiceId) => {
    const invoice = findObject(state, 'invoice', invoiceId);
    if (invoice.status !== 'open')
      throw invalidRequest('You can only pass in open invoices. This invoice is not open.');
    return voidInvoice(state, invoice);
  }),
  'GET /v1/invoice_payments/:id': createRetrieveRoute('invoice_payment'),
  'GET /v1/invoice_payments': createListRoute(
    'invoice_payment',
    '/v1/invoice_payments',
    {
      invoice: textField,
      status: oneOfField('canceled', 'open', 'paid'),
      payment: paymentFilterShape,
    },
    ({ invoice, status, payment }) => ({
      invoice,
      status,
      'payment.payment_intent': payment?.payment_intent,
    }),
  ),
};
