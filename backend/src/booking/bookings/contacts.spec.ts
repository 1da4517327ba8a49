import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { processorSeconds } from '../../../testing/processor-time.js';
import { withoutContacts } from './booking-view.js';

it.each([
  ['Two of us, one is left-handed', 'Two of us, one is left-handed'],
  ['Write to pavel@example.org, please', 'Write to ••• please'],
  ['<pavel.novak+tennis@mail.example.co.uk>', '•••'],
  ['Call 602-555-0134 any time', 'Call ••• any time'],
  ['Call +1 (602) 555 0134!', 'Call •••!'],
  ['602.555.0134', '•••'],
  [
    'At 10:30 on 13 March, court 2, 4 players, about 300 dollars',
    'At 10:30 on 13 March, court 2, 4 players, about 300 dollars',
  ],
  ['meet me @ the gate', 'meet me @ the gate'],
])('masks contact details in "%s" as "%s"', (text, maskedText) =>
  expect(withoutContacts(text)).toBe(maskedText),
);

const word = fc.constantFrom(
  'a',
  '@',
  '.',
  '1',
  '+',
  '(',
  ')',
  '-',
  ' ',
  '\n',
  'pavel@example.org',
  '6025550134',
);
const hostile = fc.array(word, { maxLength: 300, size: 'max' }).map((words) => words.join(''));

it('masks every email address and long number, whatever surrounds them', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      const maskedText = withoutContacts(text);
      expect(maskedText).not.toMatch(/\d{7}/);
      expect(maskedText).not.toContain('pavel@example.org');
    }),
  ));

it('leaves text without contact details unchanged', () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/[@\d]/.test(text));
      expect(withoutContacts(text)).toBe(text);
    }),
  ));

it.each(['@', '@.', '.@', '1', '1 ', '(', '+(', 'a.', '1-', 'a@', '1@1.', '\t'])(
  'masks a long run of %j in linear time',
  (piece) => expect(processorSeconds(() => withoutContacts(piece.repeat(400_000)))).toBeLessThan(3),
);
