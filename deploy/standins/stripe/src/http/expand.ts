import type Stripe from 'stripe';
import { confirmationSecret } from '../billing/invoice.js';
import type { World } from '../world.js';
import { InvalidParameter } from './refusal.js';

type Answer = Record<string, unknown>;

const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

const listOf = (url: string, data: readonly object[]) => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

/** What an object shows only when it is asked for, and no id leads to. */
function included(world: World, object: Answer, name: string): unknown {
  const id = String(object.id);
  switch (`${object.object}.${name}`) {
    case 'invoice.confirmation_secret':
      return confirmationSecret(world, object as unknown as Stripe.Invoice);
    case 'invoice.payments':
      return listOf(
        `/v1/invoice_payments?invoice=${id}`,
        world.objects.all('invoice_payment', { invoice: id }),
      );
    case 'charge.refunds':
      return listOf(`/v1/charges/${id}/refunds`, world.objects.all('refund', { charge: id }));
    case 'customer.subscriptions':
      return listOf(
        `/v1/customers/${id}/subscriptions`,
        world.objects
          .all('subscription', { customer: id })
          .filter(({ ended_at }) => ended_at === null),
      );
    default:
      return undefined;
  }
}

function expandIn(
  world: World,
  value: unknown,
  [name, ...rest]: readonly string[],
  path: string,
): unknown {
  if (name === undefined || value === null) return value;
  if (Array.isArray(value))
    return value.map((item) => expandIn(world, item, [name, ...rest], path));
  if (!isObject(value))
    throw new InvalidParameter(`This property cannot be expanded (${path}).`, 'expand');
  const extra = included(world, value, name);
  const inside = extra === undefined ? value[name] : extra;
  if (inside === undefined)
    throw new InvalidParameter(`This property cannot be expanded (${path}).`, 'expand');
  const whole = typeof inside === 'string' ? world.objects.any(inside) : inside;
  if (whole === undefined) {
    // A word is no id; an object that was deleted is shown as that.
    if (!/^[a-z]+_\w{14,}$/.test(inside as string))
      throw new InvalidParameter(`This property cannot be expanded (${path}).`, 'expand');
    return value;
  }
  return { ...value, [name]: expandIn(world, whole, rest, path) };
}

const MAX_DEPTH = 4;

/** An answer with objects in the places of their ids, by paths such as `latest_charge.balance_transaction` or `data.customer`. */
export function expand(world: World, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>((whole, path) => {
    const names = path.split('.');
    if (names.length > MAX_DEPTH)
      throw new InvalidParameter(
        `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`,
        'expand',
      );
    return expandIn(world, whole, names, path) as object;
  }, answer);
}
