import { join } from 'node:path';
import ts from 'typescript';

/** The declared type of a response by its `object`. */
const DECLARED: Readonly<Record<string, string>> = {
  account: 'Stripe.Account',
  account_link: 'Stripe.AccountLink',
  balance: 'Stripe.Balance',
  balance_settings: 'Stripe.BalanceSettings',
  balance_transaction: 'Stripe.BalanceTransaction',
  bank_account: 'Stripe.BankAccount',
  'billing_portal.session': 'Stripe.BillingPortal.Session',
  charge: 'Stripe.Charge',
  customer: 'Stripe.Customer',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  line_item: 'Stripe.InvoiceLineItem',
  login_link: 'Stripe.LoginLink',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  payout: 'Stripe.Payout',
  price: 'Stripe.Price',
  product: 'Stripe.Product',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  refund: 'Stripe.Refund',
  setup_intent: 'Stripe.SetupIntent',
  subscription: 'Stripe.Subscription',
  subscription_item: 'Stripe.SubscriptionItem',
  topup: 'Stripe.Topup',
  transfer: 'Stripe.Transfer',
  transfer_reversal: 'Stripe.TransferReversal',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
};
const DELETED: Readonly<Record<string, string>> = {
  account: 'Stripe.DeletedAccount',
  customer: 'Stripe.DeletedCustomer',
  webhook_endpoint: 'Stripe.DeletedWebhookEndpoint',
};
/** Errors may have the fields that an intent stores in its last error. */
const ERROR = 'Stripe.PaymentIntent.LastPaymentError';

export const KINDS = Object.keys(DECLARED);

/** A one-file program that imports the declarations of the `stripe` package. */
function declarations() {
  const file = join(import.meta.dirname, 'declared.ts');
  const names = [...Object.values(DECLARED), ...Object.values(DELETED), ERROR];
  const source = `import type Stripe from 'stripe';\n${names.map((name, index) => `export type T${index} = ${name};`).join('\n')}`;
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...otherArguments) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true)
      : getSourceFile.call(host, name, ...otherArguments);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const aliases = program.getSourceFile(file)!.statements.filter(ts.isTypeAliasDeclaration);
  const types = new Map(
    names.map((name, index) => [name, checker.getTypeAtLocation(aliases[index]!)]),
  );
  return { checker, types };
}

type Json = { object?: unknown; deleted?: unknown; [name: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Compares responses with the declarations of the `stripe` package. Returns the differences with
 * their paths: unknown keys, missing keys, and values outside a union.
 */
export function declarationChecker() {
  const { checker, types } = declarations();
  const nameOf = (type: ts.Type) => checker.typeToString(type);
  const membersOf = (type: ts.Type) => (type.isUnion() ? type.types : [type]);

  function checkText(value: string, type: ts.Type, path: string): string[] {
    const members = membersOf(type);
    const words = members
      .filter((member) => member.isStringLiteral())
      .map((member) => member.value);
    // Open unions also accept other strings; the check accepts only the listed ones.
    if (words.length > 0)
      return words.includes(value) ? [] : [`${path}: '${value}' is not one of ${words.join(', ')}`];
    const isText = members.some(
      (member) => member.flags & ts.TypeFlags.String || nameOf(member).endsWith('Decimal'),
    );
    return isText ? [] : [`${path}: text, but declared as ${nameOf(type)}`];
  }

  function checkFields(value: Json, type: ts.Type, path: string): string[] {
    const properties = new Map(
      checker.getPropertiesOfType(type).map((symbol) => [symbol.name, symbol]),
    );
    const index = type.getStringIndexType();
    if (properties.size === 0 && !index) return [];
    const unknown = index ? [] : Object.keys(value).filter((name) => !properties.has(name));
    const missing = [...properties.values()].filter(
      ({ name, flags }) => !(flags & ts.SymbolFlags.Optional) && !(name in value),
    );
    return [
      ...unknown.map((name) => `${path}.${name}: not declared in ${nameOf(type)}`),
      ...missing.map(({ name }) => `${path}.${name}: missing`),
      ...Object.entries(value).flatMap(([name, field]) => {
        const symbol = properties.get(name);
        const declared = symbol ? checker.getTypeOfSymbol(symbol) : index;
        return declared ? checkValue(field, declared, `${path}.${name}`) : [];
      }),
    ];
  }

  function checkObject(value: Json, type: ts.Type, path: string): string[] {
    const candidates = membersOf(type).filter(
      (member) => member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection),
    );
    if (candidates.length === 0) return [`${path}: an object, but declared as ${nameOf(type)}`];
    const problemLists = candidates
      .map((candidate) => checkFields(value, candidate, path))
      .sort((a, b) => a.length - b.length);
    return problemLists[0]!;
  }

  function checkValue(value: unknown, type: ts.Type, path: string): string[] {
    const members = membersOf(type);
    const has = (flags: ts.TypeFlags) => members.some((member) => member.flags & flags);
    if (has(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (value === null)
      return has(ts.TypeFlags.Null) ? [] : [`${path}: null, but declared as ${nameOf(type)}`];
    if (typeof value === 'string') return checkText(value, type, path);
    if (typeof value === 'number')
      return has(ts.TypeFlags.NumberLike)
        ? []
        : [`${path}: a number, but declared as ${nameOf(type)}`];
    if (typeof value === 'boolean')
      return has(ts.TypeFlags.BooleanLike)
        ? []
        : [`${path}: a boolean, but declared as ${nameOf(type)}`];
    if (Array.isArray(value)) {
      const array = members.find((member) => checker.isArrayType(member));
      const item = array && checker.getTypeArguments(array as ts.TypeReference)[0];
      if (!item) return [`${path}: a list, but declared as ${nameOf(type)}`];
      return value.flatMap((each, index) => checkValue(each, item, `${path}[${index}]`));
    }
    return checkObject(value as Json, type, path);
  }

  function checkEvent(event: Json, path: string): string[] {
    const data = event.data as Json;
    const { object, ...otherFields } = data;
    const unknown = Object.keys(otherFields).filter((name) => name !== 'previous_attributes');
    const eventType = types.get('Stripe.Event')!;
    // Members of the union differ only in their data, which is checked against the declaration of
    // its object.
    const [member] = membersOf(eventType);
    const { type, data: _checkedBelow, ...envelope } = event;
    const names = checker.getTypeOfSymbol(checker.getPropertyOfType(eventType, 'type')!);
    return [
      ...checkText(String(type), names, `${path}.type`),
      ...checkFields(envelope, member!, path).filter(
        (problem) => !/\.(type|data): missing$/.test(problem),
      ),
      ...unknown.map((name) => `${path}.data.${name}: not declared`),
      ...differences(object, `${path}.data.object`),
    ];
  }

  /** The differences between a response and the declaration of its kind. */
  function differences(value: unknown, path = 'response'): string[] {
    if (!isObject(value)) return [`${path}: not an object`];
    if (isObject(value.error)) return checkFields(value.error, types.get(ERROR)!, `${path}.error`);
    if (value.object === 'list') {
      const { object: _object, data, has_more, url, ...otherFields } = value;
      const extra = Object.keys(otherFields).map(
        (name) => `${path}.${name}: not declared in a list`,
      );
      const wrong =
        typeof has_more === 'boolean' && typeof url === 'string'
          ? []
          : [`${path}: incomplete list`];
      return [
        ...extra,
        ...wrong,
        ...(data as unknown[]).flatMap((item, index) => differences(item, `${path}[${index}]`)),
      ];
    }
    if (value.object === 'event') return checkEvent(value, path);
    const name = value.deleted ? DELETED[String(value.object)] : DECLARED[String(value.object)];
    const type = name && types.get(name);
    return type
      ? checkFields(value, type, `${path}(${name})`)
      : [`${path}: unknown kind ${String(value.object)}`];
  }

  return { differences };
}
