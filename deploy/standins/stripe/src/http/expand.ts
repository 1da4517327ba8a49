import type Stripe from 'stripe';
import { confirmationSecret } from '../billing/invoice.js';
import type { StripeState } from '../state.js';
import { InvalidParameterError } from './api-error.js';

type ExpandedObject = Record<string, unknown>;

const isJsonObject = (candidate: unknown): candidate is ExpandedObject =>
  typeof candidate === 'object' && candidate !== null;

const buildList = (listUrl: string, listData: readonly object[]) => ({
  object: 'list',
  data: listData,
  has_more: false,
  url: listUrl,
});

/** Objects that are only included on request and have no id field to expand. */
function includedObject(
  state: StripeState,
  parentObject: ExpandedObject,
  fieldName: string,
): unknown {
  const parentId = String(parentObject.id);
  switch (`${parentObject.object}.${fieldName}`) {
    case 'invoice.confirmation_secret':
      return confirmationSecret(state, parentObject as unknown as Stripe.Invoice);
    case 'invoice.payments':
      return buildList(
        `/v1/invoice_payments?invoice=${parentId}`,
        state.objects.all('invoice_payment', { invoice: parentId }),
      );
    case 'charge.refunds':
      return buildList(
        `/v1/charges/${parentId}/refunds`,
        state.objects.all('refund', { charge: parentId }),
      );
    case 'customer.subscriptions':
      return buildList(
        `/v1/customers/${parentId}/subscriptions`,
        state.objects
          .all('subscription', { customer: parentId })
          .filter(({ ended_at }) => ended_at === null),
      );
    default:
      return undefined;
  }
}

function expandPathIn(
  state: StripeState,
  currentValue: unknown,
  [fieldName, ...remainingNames]: readonly string[],
  expandPath: string,
): unknown {
  if (fieldName === undefined || currentValue === null) return currentValue;
  if (Array.isArray(currentValue))
    return currentValue.map((arrayItem) =>
      expandPathIn(state, arrayItem, [fieldName, ...remainingNames], expandPath),
    );
  if (!isJsonObject(currentValue))
    throw new InvalidParameterError(`This property cannot be expanded (${expandPath}).`, 'expand');
  const includedValue = includedObject(state, currentValue, fieldName);
  const fieldValue = includedValue === undefined ? currentValue[fieldName] : includedValue;
  if (fieldValue === undefined)
    throw new InvalidParameterError(`This property cannot be expanded (${expandPath}).`, 'expand');
  const expandedValue = typeof fieldValue === 'string' ? state.objects.any(fieldValue) : fieldValue;
  if (expandedValue === undefined) {
    // Text without an id format cannot be expanded. The id of a deleted object stays as it is.
    if (!/^[a-z]+_\w{14,}$/.test(fieldValue as string))
      throw new InvalidParameterError(
        `This property cannot be expanded (${expandPath}).`,
        'expand',
      );
    return currentValue;
  }
  return {
    ...currentValue,
    [fieldName]: expandPathIn(state, expandedValue, remainingNames, expandPath),
  };
}

const MAX_EXPAND_DEPTH = 4;

/**
 * Replaces ids in a response with their objects, for paths such as
 * `latest_charge.balance_transaction` or `data.customer`.
 */
export function expandObjects(
  state: StripeState,
  responseBody: object,
  expandPaths: readonly string[],
): object {
  return expandPaths.reduce<object>((expandedBody, expandPath) => {
    const fieldNames = expandPath.split('.');
    if (fieldNames.length > MAX_EXPAND_DEPTH)
      throw new InvalidParameterError(
        `You cannot expand more than ${MAX_EXPAND_DEPTH} levels of a property (${expandPath}).`,
        'expand',
      );
    return expandPathIn(state, expandedBody, fieldNames, expandPath) as object;
  }, responseBody);
}
