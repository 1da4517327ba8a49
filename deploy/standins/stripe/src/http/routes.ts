import { catalogRoutes } from '../billing/catalog-routes.js';
import { invoiceRoutes } from '../billing/invoice-routes.js';
import { portalRoutes } from '../billing/portal-routes.js';
import { subscriptionRoutes } from '../billing/subscription-routes.js';
import { accountRoutes } from '../connect/account-routes.js';
import { transferRoutes } from '../connect/transfer-routes.js';
import { balanceRoutes } from '../payments/balance.js';
import { customerRoutes } from '../payments/customer-routes.js';
import { disputeRoutes } from '../payments/dispute-routes.js';
import { fraudWarningRoutes } from '../payments/fraud-warning.js';
import { paymentIntentRoutes } from '../payments/intent-routes.js';
import { paymentMethodRoutes } from '../payments/payment-method-routes.js';
import { payoutRoutes } from '../payments/payout.js';
import { refundRoutes } from '../payments/refund-routes.js';
import { setupIntentRoutes } from '../payments/setup-intent.js';
import { topupRoutes } from '../payments/topup-routes.js';
import { webhookRoutes } from '../webhooks/endpoint-routes.js';
import { createMatcher, type ApiRoutes } from './route.js';

/** All supported calls. */
export const stripeRoutes: ApiRoutes = {
  ...accountRoutes,
  ...balanceRoutes,
  ...catalogRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...fraudWarningRoutes,
  ...paymentIntentRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...payoutRoutes,
  ...portalRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...topupRoutes,
  ...transferRoutes,
  ...webhookRoutes,
};

export const matchRoute = createMatcher(stripeRoutes);
