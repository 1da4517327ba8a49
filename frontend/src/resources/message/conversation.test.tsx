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
  hidesContacts: false,
  isReported: false,
  ...changes,
});
/** A conversation from the host's side. */
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

const callsNamed = (apiCalls: Call[], name: string) =>
  apiCalls.filter((call) => call.name === name);
const open = async (readConversation: () => Conversation, otherHandlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    'GET /api/bookings/b1': () => [200, buildHostBooking()],
    [MESSAGES]: () => [200, readConversation()],
    ...otherHandlers,
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
  const queryClient = renderAt(addressOf('b1'), page);
  const dialog = within(await screen.findByRole('dialog', { name: 'Messages' }));
  const field = () => dialog.findByLabelText<HTMLTextAreaElement>('Your message');
  return { calls: apiCalls, client: queryClient, dialog, field };
};
const nothing = () => conversation([]);
const addressOf = (bookingId: string) => `/host-dashboard?tab=bookings&conversation=${bookingId}`;
const close = async () => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
/** Reopens a conversation and returns its text field. */
const reopen = async (bookingId = 'b1') => {
  await userEvent.click(screen.getByRole('link', { name: `Messages about ${bookingId}` }));
  return screen.findByLabelText<HTMLTextAreaElement>('Your message');
};

describe('a conversation', () => {
  it('lists the messages of both sides with their authors, oldest first', async () => {
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

  it('names the host for a player and marks removed messages', async () => {
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

  it('labels a former member and their erased messages', async () => {
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
        /^A former member, .*This message was deleted with its author's account\.$/,
      ),
    );
  });

  it.each([
    ['pending', true],
    ['confirmed', false],
  ] as const)(
    'about a %s booking shows the notice about hidden contact details: %s',
    async (status, isMasked) => {
      const { dialog, field } = await open(nothing, {
        'GET /api/bookings/b1': () => [200, buildHostBooking({ status })],
      });
      await field();
      await dialog.findByText(/^Robin Base, /);
      expect(dialog.queryByText(/^Phone numbers and email addresses stay hidden/) !== null).toBe(
        isMasked,
      );
    },
  );

  it('shows both sides that contact details are hidden', async () => {
    const { dialog } = await open(() =>
      conversation([
        message(1, { hidesContacts: true }),
        message(2, { side: 'host', hidesContacts: true }),
      ]),
    );
    const rows = await dialog.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Contact details appear once the booking is confirmed.'),
      expect.stringContaining('Robin Base sees the contact details once the booking is confirmed.'),
    ]);
  });

  it('becomes read-only after its deadline', async () => {
    const { dialog } = await open(() => conversation([message(1)], { canWrite: false }));
    expect(await dialog.findByText('This conversation is closed.')).toBeTruthy();
    expect(dialog.queryByLabelText('Your message')).toBeNull();
  });

  it('shows an error and retries', async () => {
    let fails = true;
    const { dialog } = await open(nothing, {
      [MESSAGES]: () => (fails ? [500, {}] : [200, nothing()]),
    });
    expect(await dialog.findByText('Unable to load the messages')).toBeTruthy();
    fails = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByText('No messages yet.')).toBeTruthy();
  });

  it('scrolls to the end, and again for each new message', async () => {
    const scrolls = jest.spyOn(Element.prototype, 'scrollIntoView');
    let storedConversation = conversation([message(1)]);
    const { client: queryClient, dialog } = await open(() => storedConversation);
    await dialog.findByText('Message 1');
    expect(scrolls).toHaveBeenLastCalledWith({ block: 'end' });
    storedConversation = conversation([message(1), message(2)]);
    await act(() => queryClient.invalidateQueries(conversationQuery('b1')));
    await dialog.findByText('Message 2');
    expect(scrolls).toHaveBeenCalledTimes(2);
  });

  it('returns to the page where it was opened when it closes', async () => {
    const { dialog } = await open(nothing);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByTestId('address').textContent).toBe('/host-dashboard?tab=bookings');
  });

  it('refetches when it or its booking changes', () =>
    expect(conversationQuery('b1').meta).toEqual({ live: ['conversations:b1', 'bookings'] }));
});

describe('an unread message', () => {
  it('is marked as read once, even if it arrives while the conversation is open', async () => {
    let storedConversation = conversation([message(1), message(2)], { unread: 2 });
    const {
      calls: apiCalls,
      client: queryClient,
      dialog,
    } = await open(() => storedConversation, {
      [READ]: () => [200, (storedConversation = { ...storedConversation, unread: 0 })],
    });
    await waitFor(() =>
      expect(callsNamed(apiCalls, READ).map(({ body }) => body)).toEqual([{ number: 2 }]),
    );
    storedConversation = conversation(
      [...storedConversation.messages, message(3, { side: 'host' }), message(4)],
      {
        unread: 1,
      },
    );
    await act(() => queryClient.invalidateQueries(conversationQuery('b1')));
    expect(await dialog.findByText('Message 4')).toBeTruthy();
    await waitFor(() =>
      expect(callsNamed(apiCalls, READ).map(({ body }) => body)).toEqual([
        { number: 2 },
        { number: 4 },
      ]),
    );
    await act(() => queryClient.invalidateQueries(conversationQuery('b1')));
    expect(callsNamed(apiCalls, READ)).toHaveLength(2);
  });

  it('stays unread in a background tab until the tab is visible', async () => {
    focusManager.setFocused(false);
    let storedConversation = conversation([message(1)], { unread: 1 });
    const {
      calls: apiCalls,
      client: queryClient,
      dialog,
    } = await open(() => storedConversation, {
      [READ]: () => [200, (storedConversation = { ...storedConversation, unread: 0 })],
    });
    await dialog.findByText('Message 1');
    storedConversation = conversation([message(1), message(2)], { unread: 2 });
    await act(() => queryClient.invalidateQueries(conversationQuery('b1')));
    await dialog.findByText('Message 2');
    expect(callsNamed(apiCalls, READ)).toHaveLength(0);
    act(() => focusManager.setFocused(true));
    await waitFor(() =>
      expect(callsNamed(apiCalls, READ).map(({ body }) => body)).toEqual([{ number: 2 }]),
    );
  });

  it('stays unread if marking fails, without retries', async () => {
    const {
      calls: apiCalls,
      client: queryClient,
      dialog,
    } = await open(() => conversation([message(1)], { unread: 1 }), {
      [READ]: () => [409, { code: 'conflict', message: 'Again.' }],
    });
    await waitFor(() => expect(callsNamed(apiCalls, READ)).toHaveLength(1));
    await act(() => queryClient.invalidateQueries(conversationQuery('b1')));
    expect(callsNamed(apiCalls, READ)).toHaveLength(1);
    expect(dialog.getByText('Message 1')).toBeTruthy();
  });

  it("is neither a message that was read nor the user's own", async () => {
    const { calls: apiCalls, dialog } = await open(() =>
      conversation([message(1), message(2, { side: 'host' })]),
    );
    await dialog.findByText('Message 2');
    expect(callsNamed(apiCalls, READ)).toHaveLength(0);
  });
});

describe('a message', () => {
  it('is sent as written and clears the field', async () => {
    const {
      calls: apiCalls,
      dialog,
      field,
    } = await open(nothing, {
      [SEND]: ({ body }) => [
        201,
        conversation([message(1, { side: 'host', text: (body as { text: string }).text })]),
      ],
    });
    await userEvent.type(await field(), ' See you{Enter}at ten. ');
    expect(callsNamed(apiCalls, SEND)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText(/^See you\s+at ten\.$/)).toBeTruthy();
    expect(callsNamed(apiCalls, SEND).map(({ body }) => body)).toEqual([
      { text: 'See you\nat ten.' },
    ]);
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(document.activeElement).toBe(await field());
  });

  it.each(['Control', 'Meta'])('is sent with %s+Enter', async (key) => {
    const { calls: apiCalls, field } = await open(nothing, {
      [SEND]: () => [201, conversation([message(1, { side: 'host' })])],
    });
    await userEvent.type(await field(), `Yes{${key}>}{Enter}{/${key}}`);
    await waitFor(() =>
      expect(callsNamed(apiCalls, SEND).map(({ body }) => body)).toEqual([{ text: 'Yes' }]),
    );
  });

  it('requires 1 to 1,000 characters', async () => {
    const { calls: apiCalls, dialog, field } = await open(nothing);
    const send = async () => userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await userEvent.type(await field(), '   ');
    await send();
    expect(await dialog.findByText('Write a message')).toBeTruthy();
    await userEvent.click(await field());
    await userEvent.paste('x'.repeat(1_001));
    await send();
    expect(await dialog.findByText('Use at most 1,000 characters')).toBeTruthy();
    expect(callsNamed(apiCalls, SEND)).toHaveLength(0);
  });

  it('stays in the field after a failure and is retried with the same key', async () => {
    const refusals = [500, 409];
    const {
      calls: apiCalls,
      dialog,
      field,
    } = await open(nothing, {
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
    const keys = callsNamed(apiCalls, SEND).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('is kept as a draft only for its conversation', async () => {
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

  it('is no longer a draft once it is sent', async () => {
    const { dialog, field } = await open(nothing, {
      [SEND]: () => [201, conversation([message(1, { side: 'host' })])],
    });
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(async () => expect((await field()).value).toBe(''));
    await close();
    expect((await reopen()).value).toBe('');
  });

  it('becomes a draft again if sending fails after the conversation was closed', async () => {
    const responses: ((isSent: boolean) => void)[] = [];
    const { dialog, field } = await open(nothing, {
      [SEND]: async () =>
        (await new Promise<boolean>((response) => responses.push(response)))
          ? [201, conversation([message(1, { side: 'host' })])]
          : [500, {}],
    });
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(responses).toHaveLength(1));
    await close();
    expect((await reopen()).value).toBe('');
    await close();
    act(() => responses[0]!(false));
    expect(await screen.findByText("Your message wasn't sent")).toBeTruthy();
    expect((await reopen()).value).toBe('Hello');
  });

  it('is not kept as a draft after a sign-out', async () => {
    const { client: queryClient, field } = await open(nothing);
    await userEvent.type(await field(), 'Hello');
    await close();
    act(() => handleSignedOut(queryClient));
    expect((await reopen()).value).toBe('');
  });

  it('from the other side can be reported once, with a reason', async () => {
    let storedConversation = conversation([message(1), message(2, { side: 'host' })]);
    const { calls: apiCalls, dialog } = await open(() => storedConversation, {
      [REPORT]: () => {
        storedConversation = conversation([
          message(1, { isReported: true }),
          message(2, { side: 'host' }),
        ]);
        return [201, { bookingId: 'b1', number: 1 }];
      },
    });
    const buttons = await dialog.findAllByRole('button', {
      name: /^Report the message from Mon, Mar 1, /,
    });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    const report = within(await screen.findByRole('dialog', { name: 'Report this message?' }));
    await userEvent.selectOptions(report.getByLabelText('Reason'), 'It is offensive');
    await userEvent.type(report.getByLabelText(/^Details/), ' Rude. ');
    await userEvent.click(report.getByRole('button', { name: 'Report Message' }));
    expect(await dialog.findByText('You reported this message.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Report this message?' })).toBeNull(),
    );
    expect(callsNamed(apiCalls, REPORT).map(({ body }) => body)).toEqual([
      { bookingId: 'b1', number: 1, reason: 'offensive', words: 'Rude.' },
    ]);
    expect(dialog.queryByRole('button', { name: /^Report/ })).toBeNull();
    expect(document.activeElement).toBe(dialog.getAllByRole('listitem')[0]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('a conversation shows as many messages as the contract allows', async () => {
  const many = Array.from({ length: MOST_MESSAGES }, (_, index) => message(index + 1));
  const { dialog } = await open(() => conversation(many));
  expect(await dialog.findByText(`Message ${MOST_MESSAGES}`)).toBeTruthy();
  expect(dialog.getAllByRole('listitem')).toHaveLength(MOST_MESSAGES);
});
