import { describe, expect, it } from '@jest/globals';
import { parseForm } from './form.js';

/** Converts to plain objects for comparison. */
const parsed = (text: string) => JSON.parse(JSON.stringify(parseForm(text))) as unknown;

describe('a form', () => {
  it.each([
    ['a=1&b=two+words', { a: '1', b: 'two words' }],
    ['metadata[x]=1&metadata[y]=', { metadata: { x: '1', y: '' } }],
    ['a%5Bb%5D%5Bc%5D=1', { a: { b: { c: '1' } } }],
    ['items[0][price]=p&items[1][price]=q', { items: { 0: { price: 'p' }, 1: { price: 'q' } } }],
    ['expand[]=a&expand[]=b', { expand: { 0: 'a', 1: 'b' } }],
    ['', {}],
  ])('parses %s', (text, values) => expect(parsed(text)).toEqual(values));

  it.each(['a=1&a[b]=2', 'a[b=1', '[a]=1', 'a[b]c=1', `a${'[b]'.repeat(9)}=1`])(
    'refuses %s',
    (text) => expect(() => parseForm(text)).toThrow(SyntaxError),
  );

  it('cannot reach Object.prototype', () => {
    parseForm('__proto__[polluted]=1');
    expect({}).not.toHaveProperty('polluted');
  });
});
