import { describe, expect, it } from '@jest/globals';
import { parseForm } from './form.js';
import {
  flagField,
  groupField,
  integerField,
  listField,
  mergeMetadata,
  metadataField,
  oneOfField,
  readShape,
  requiredField,
  textField,
} from './parameters.js';

const shape = {
  amount: requiredField(integerField),
  name: textField,
  off_session: flagField,
  method: oneOfField('manual', 'automatic'),
  items: listField(groupField({ price: requiredField(textField) })),
  metadata: metadataField,
};
const read = (form: string) => readShape(shape, parseForm(form));

describe('parameters', () => {
  it('parse values by type, with absent ones undefined and empty text null', () => {
    expect(
      read('amount=33000&name=&off_session=true&method=manual&items[0][price]=p&metadata[a]=1'),
    ).toEqual({
      amount: 33_000,
      name: null,
      off_session: true,
      method: 'manual',
      items: [{ price: 'p' }],
      metadata: { a: '1' },
    });
    expect(read('amount=1')).toEqual({ amount: 1 });
  });

  it.each([
    ['', 'amount', 'parameter_missing'],
    ['amount=ten', 'amount', 'parameter_invalid_integer'],
    ['amount=1.5', 'amount', 'parameter_invalid_integer'],
    ['amount=1&nonsense=1', 'nonsense', 'parameter_unknown'],
    ['amount=1&items[0][price]=', 'items[0][price]', 'parameter_invalid_empty'],
    ['amount=1&items[0][prize]=1', 'items[0][prize]', 'parameter_unknown'],
    ['amount=1&method=later', 'method', undefined],
    ['amount=1&off_session=yes', 'off_session', undefined],
    ['amount=1&name[a]=b', 'name', 'parameter_invalid_string'],
    [`amount=1&metadata[a]=${'x'.repeat(501)}`, 'metadata[a]', undefined],
  ])('refuse %s', (form, param, code) => {
    const refused = {
      status: 400,
      body: { type: 'invalid_request_error', param, ...(code && { code }) },
    };
    let refusal: unknown;
    try {
      read(form);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject(refused);
  });
});

describe('metadata', () => {
  it.each([
    [{ a: '1' }, { b: '2' }, { a: '1', b: '2' }],
    [{ a: '1', b: '2' }, { a: '' }, { b: '2' }],
    [{ a: '1' }, '' as const, {}],
    [{ a: '1' }, undefined, { a: '1' }],
  ])('merges %j and %j into %j', (original, change, after) =>
    expect(mergeMetadata(original, change)).toEqual(after),
  );
});
