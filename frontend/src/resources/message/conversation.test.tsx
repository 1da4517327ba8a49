import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type Conversation, MOST_MESSAGES, type Message } from '@courtly/contracts/messages';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { renderAt, robin } from '../../testing/render';
import { type Call, type Handlers, mockApi } from '../../testing/server';
import { handleSignedOut } from '../session/session';
import { conversationQuery } from './message-queries';
import { OpenConversation } from './open-conversation';

afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
});

const message = (number: number, changes: Partial<Message> = {}): Message => ({
  number,
  side: 'player',
  text: `Message ${number}`,
  gone: null,
  sentAt: '2027-03-01T17:00:00.000Z',
  isReported: false,
  ...changes,
});
/** As a host has it. */
const conversation = (messages: Message[], changes: Partial<Conversation> = {}): Conversation => ({
  bookingId: 'b1',
  side: 'host',
  messages,
  unread: 0,
  canWrite: true,
  ...changes,
});
const MESSAGES = 'GET /api/bookings/b1/messages';
const SEND = 'POST /api/bookings/b1/messages';
const READ = 'POST /api/bookings/b1/messages/read';
const REPORT = 'POST /api/message-reports';

const named = (calls: Call[], name: string) => calls.filter((call) => call.name === name);
const open = async (known: () => Conversation, more: Handlers = {}) => {
  const calls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    'GET /api/bookings/b1': () => [200, buildHostBooking()],
    [MESSAGES]: () => [200, known()],
    ...more,
  });
  const page = (
    <>
      {['b1', 'b2'].map((id) => (
        <Link key={id} to={addressOf(id)}>
          Messages about {id}
        </Link>
      ))}
      <OpenConversation />
    </>
  );
  const client = renderAt(addressOf('b1'), page);
  const dialog = within(await screen.findByRole('dialog', { name: 'Messages' }));
  const field = () => dialog.findByLabelText<HTMLTextAreaElement>('Your message');
  return { calls, client, dialog, field };
};
const nothing = () => conversation([]);
const addressOf = (bookingId: string) => `/host-dashboard?tab=bookings&conversation=${bookingId}`;
const close = async () => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
/** The field of a conversation that is opened again. */
const reopen = async (bookingId = 'b1') => {
  await userEvent.click(screen.getByRole('link', { name: `Messages about ${bookingId}` }));
  return screen.findByLabelText<HTMLTextAreaElement>('Your message');
};

describe('a conversation', () => {
  it('has what both sides wrote, the oldest first, under the name of who wrote it', async () => {
    const { dialog } = await open(() =>
      conversation([message(1), message(2, { side: 'host', text: 'Come at ten.\nBring water.' })]),
    );
    const [first, second] = await dialog.findAllByRole('listitem');
    await waitFor(() => expect(first!.textContent).toMatch(/^Robin Base, Mon, Mar 1, .*Message 1/));
    expect(second!.textContent).toMatch(/^You, Mon, Mar 1, /);
    const words = dialog.getByText(/^Come at ten/);
    expect(words.textContent).toBe('Come at ten.\nBring water.');
    expect([words.getAttribute('dir'), words.className]).toEqual([
      'auto',
      'whitespace-pre-wrap wrap-anywhere',
    ]);
    expect(dialog.getByText('Robin Base, Fri, Mar 13, 10:00 AM')).toBeTruthy();
  });

  it('calls the host so to a player, and says what was removed', async () => {
    const { dialog } = await open(
      () =>
        conversation([message(1, { side: 'host', text: null, gone: 'removed' })], {
          side: 'player',
        }),
      {
        'GET /api/bookings/b1': () => [200, buildBooking()],
      },
    );
    const [only] = await dialog.findAllByRole('listitem');
    expect(only!.textContent).toMatch(/^The host, .*An admin removed this message\.$/);
    expect(dialog.queryByRole('button', { name: /^Report/ })).toBeNull();
  });

  it('names a former member so, and says where their words are', async () => {
    const { dialog } = await open(
      () => conversation([message(1, { text: null, gone: 'erased' })]),
      {
        'GET /api/bookings/b1': () => {
          const { user, ...booking } = buildHostBooking();
          return [
            200,
            { ...booking, user: { ...user, firstName: '', lastName: '', username: '' } },
          ];
        },
      },
    );
    await waitFor(() =>
      expect(dialog.getByRole('listitem').textContent).toMatch(
        /^A former member, .*This message was erased with the account of its author\.$/,
      ),
    );
  });

  it.each([
    ['pending', true],
    ['confirmed', false],
  ] as const)(
    'of a %s booking says %s that ways to reach each other are hidden',
    async (status, isMasked) => {
      const { dialog, field } = await open(nothing, {
        'GET /api/bookings/b1': () => [200, buildHostBooking({ status })],
      });
      await field();
      await dialog.findByText(/^Robin Base, /);
      expect(dialog.queryByText(/^Phone numbers and email addresses are hidden/) !== null).toBe(
        isMasked,
      );
    },
  );

  it('is only to be read once its time is over', async () => {
    const { dialog } = await open(() => conversation([message(1)], { canWrite: false }));
    expect(await dialog.findByText('Nobody can write about this booking any more.')).toBeTruthy();
    expect(dialog.queryByLabelText('Your message')).toBeNull();
  });

  it('says where it could not be had, and asks again', async () => {
    let fails = true;
    const { dialog } = await open(nothing, {
      [MESSAGES]: () => (fails ? [500, {}] : [200, nothing()]),
    });
    expect(await dialog.findByText('Unable to load the messages')).toBeTruthy();
    fails = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('Nobody has written yet.')).toBeTruthy();
  });

  it('shows its end, and that again when something comes', async () => {
    const scrolls = jest.fn<Element['scrollIntoView']>(
      () => Promise.resolve() as unknown as undefined,
    );
    Element.prototype.scrollIntoView = scrolls;
    let known = conversation([message(1)]);
    const { client, dialog } = await open(() => known);
    await dialog.findByText('Message 1');
    expect(scrolls).toHaveBeenLastCalledWith({ block: 'end' });
    known = conversation([message(1), message(2)]);
    await act(() => client.invalidateQueries(conversationQuery('b1')));
    await dialog.findByText('Message 2');
    expect(scrolls).toHaveBeenCalledTimes(2);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  it('closes to the page it was opened on', async () => {
    const { dialog } = await open(nothing);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByTestId('address').textContent).toBe('/host-dashboard?tab=bookings');
  });

  it('is asked for again when it changes, or its booking does', () =>
    expect(conversationQuery('b1').meta).toEqual({ live: ['conversations:b1', 'bookings'] }));
});

describe('what is shown of a conversation', () => {
  it('is marked as read once, and so is what comes while it is open', async () => {
    let known = conversation([message(1), message(2)], { unread: 2 });
    const { calls, client, dialog } = await open(() => known, {
      [READ]: () => [200, (known = { ...known, unread: 0 })],
    });
    await waitFor(() =>
      expect(named(calls, READ).map(({ body }) => body)).toEqual([{ number: 2 }]),
    );
    known = conversation([...known.messages, message(3, { side: 'host' }), message(4)], {
      unread: 1,
    });
    await act(() => client.invalidateQueries(conversationQuery('b1')));
    expect(await dialog.findByText('Message 4')).toBeTruthy();
    await waitFor(() =>
      expect(named(calls, READ).map(({ body }) => body)).toEqual([{ number: 2 }, { number: 4 }]),
    );
    await act(() => client.invalidateQueries(conversationQuery('b1')));
    expect(named(calls, READ)).toHaveLength(2);
  });

  it('stays new in a tab behind others, until that is looked at', async () => {
    focusManager.setFocused(false);
    let known = conversation([message(1)], { unread: 1 });
    const { calls, client, dialog } = await open(() => known, {
      [READ]: () => [200, (known = { ...known, unread: 0 })],
    });
    await dialog.findByText('Message 1');
    known = conversation([message(1), message(2)], { unread: 2 });
    await act(() => client.invalidateQueries(conversationQuery('b1')));
    await dialog.findByText('Message 2');
    expect(named(calls, READ)).toHaveLength(0);
    act(() => focusManager.setFocused(true));
    await waitFor(() =>
      expect(named(calls, READ).map(({ body }) => body)).toEqual([{ number: 2 }]),
    );
  });

  it('stays new where that fails, and is not marked again and again', async () => {
    const { calls, client, dialog } = await open(() => conversation([message(1)], { unread: 1 }), {
      [READ]: () => [409, { code: 'conflict', message: 'Again.' }],
    });
    await waitFor(() => expect(named(calls, READ)).toHaveLength(1));
    await act(() => client.invalidateQueries(conversationQuery('b1')));
    expect(named(calls, READ)).toHaveLength(1);
    expect(dialog.getByText('Message 1')).toBeTruthy();
  });

  it('is not marked where it was read before, or is of the reader', async () => {
    const { calls, dialog } = await open(() =>
      conversation([message(1), message(2, { side: 'host' })]),
    );
    await dialog.findByText('Message 2');
    expect(named(calls, READ)).toHaveLength(0);
  });
});

describe('a message', () => {
  it('is sent as it was written, and the field is ready for the next', async () => {
    const { calls, dialog, field } = await open(nothing, {
      [SEND]: ({ body }) => [
        201,
        conversation([message(1, { side: 'host', text: (body as { text: string }).text })]),
      ],
    });
    await userEvent.type(await field(), ' See you{Enter}at ten. ');
    expect(named(calls, SEND)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(/^See you\s+at ten\.$/)).toBeTruthy();
    expect(named(calls, SEND).map(({ body }) => body)).toEqual([{ text: 'See you\nat ten.' }]);
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(document.activeElement).toBe(await field());
  });

  it.each(['Control', 'Meta'])('is sent by %s and Enter', async (key) => {
    const { calls, field } = await open(nothing, {
      [SEND]: () => [201, conversation([message(1, { side: 'host' })])],
    });
    await userEvent.type(await field(), `Yes{${key}>}{Enter}{/${key}}`);
    await waitFor(() =>
      expect(named(calls, SEND).map(({ body }) => body)).toEqual([{ text: 'Yes' }]),
    );
  });

  it('needs words, and not too many', async () => {
    const { calls, dialog, field } = await open(nothing);
    const send = async () => userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await userEvent.type(await field(), '   ');
    await send();
    expect(await dialog.findByText('Write a message')).toBeTruthy();
    await userEvent.click(await field());
    await userEvent.paste('x'.repeat(1_001));
    await send();
    expect(await dialog.findByText('Use at most 1,000 characters')).toBeTruthy();
    expect(named(calls, SEND)).toHaveLength(0);
  });

  it('that was not sent stays in its field, is told of, and is sent again under the same key', async () => {
    const refusals = [500, 409];
    const { calls, dialog, field } = await open(nothing, {
      [SEND]: () => {
        const status = refusals.shift();
        if (status === 500) return [500, {}];
        if (status === 409)
          return [409, { code: 'wrong_status', message: 'The time to write is over.' }];
        return [201, conversation([message(1, { side: 'host' })])];
      },
    });
    const send = async () => userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await userEvent.type(await field(), 'Hello');
    await send();
    expect(await screen.findByText('Please try again in a moment.')).toBeTruthy();
    expect((await field()).value).toBe('Hello');
    await send();
    expect(await screen.findByText('The time to write is over.')).toBeTruthy();
    await send();
    await waitFor(async () => expect((await field()).value).toBe(''));
    const keys = named(calls, SEND).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('that was not sent is there when its conversation is opened again, and in no other', async () => {
    const { field } = await open(nothing, {
      'GET /api/bookings/b2': () => [200, buildHostBooking({ id: 'b2' })],
      'GET /api/bookings/b2/messages': () => [200, { ...nothing(), bookingId: 'b2' }],
    });
    await userEvent.type(await field(), 'Hello{Enter}th');
    await close();
    expect((await reopen('b2')).value).toBe('');
    await close();
    const again = await reopen();
    expect(again.value).toBe('Hello\nth');
    await userEvent.type(again, 'ere');
    await close();
    expect((await reopen()).value).toBe('Hello\nthere');
  });

  it('is not there again once it was sent', async () => {
    const { dialog, field } = await open(nothing, {
      [SEND]: () => [201, conversation([message(1, { side: 'host' })])],
    });
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(async () => expect((await field()).value).toBe(''));
    await close();
    expect((await reopen()).value).toBe('');
  });

  it('on its way while its conversation is closed is there again where it did not arrive, and only then', async () => {
    const answers: ((isSent: boolean) => void)[] = [];
    const { dialog, field } = await open(nothing, {
      [SEND]: async () =>
        (await new Promise<boolean>((answer) => answers.push(answer)))
          ? [201, conversation([message(1, { side: 'host' })])]
          : [500, {}],
    });
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    await close();
    expect((await reopen()).value).toBe('');
    await close();
    act(() => answers[0]!(false));
    expect(await screen.findByText('Your message was not sent')).toBeTruthy();
    expect((await reopen()).value).toBe('Hello');
  });

  it('that was not sent is forgotten when its writer signs out', async () => {
    const { client, field } = await open(nothing);
    await userEvent.type(await field(), 'Hello');
    await close();
    act(() => handleSignedOut(client));
    expect((await reopen()).value).toBe('');
  });

  it('of the other side is reported with a reason, once', async () => {
    let known = conversation([message(1), message(2, { side: 'host' })]);
    const { calls, dialog } = await open(() => known, {
      [REPORT]: () => {
        known = conversation([message(1, { isReported: true }), message(2, { side: 'host' })]);
        return [201, { bookingId: 'b1', number: 1 }];
      },
    });
    const buttons = await dialog.findAllByRole('button', {
      name: /^Report the message of Mon, Mar 1, /,
    });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    const report = within(await screen.findByRole('dialog', { name: 'Report this message?' }));
    await userEvent.selectOptions(
      report.getByLabelText('What is wrong with it'),
      'It is offensive',
    );
    await userEvent.type(report.getByLabelText(/^In your words/), ' Rude. ');
    await userEvent.click(report.getByRole('button', { name: 'Report Message' }));
    expect(await dialog.findByText('You reported this message.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Report this message?' })).toBeNull(),
    );
    expect(named(calls, REPORT).map(({ body }) => body)).toEqual([
      { bookingId: 'b1', number: 1, reason: 'offensive', words: 'Rude.' },
    ]);
    expect(dialog.queryByRole('button', { name: /^Report/ })).toBeNull();
    expect(document.activeElement).toBe(dialog.getAllByRole('listitem')[0]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('a conversation has room for as many messages as the contract', async () => {
  const many = Array.from({ length: MOST_MESSAGES }, (_, index) => message(index + 1));
  const { dialog } = await open(() => conversation(many));
  expect(await dialog.findByText(`Message ${MOST_MESSAGES}`)).toBeTruthy();
  expect(dialog.getAllByRole('listitem')).toHaveLength(MOST_MESSAGES);
});
