import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { buildHostBooking } from '../../../testing/booking';
import { courtLike } from '../../../testing/court';
import { payoutAccountLike } from '../../../testing/earnings';
import { renderAt } from '../../../testing/render';
import { type Handlers, mockApi } from '../../../testing/server';
import { CourtDialog } from './court-dialog';
import { fullAddress, initialValuesOf } from './court-values';
import { EditCourtPage } from '../../../features/court-form/edit-court-page';
import { NewCourtPage } from '../../../features/court-form/new-court-page';

beforeEach(() => {
  let made = 0;
  Object.assign(URL, {
    createObjectURL: () => `blob:${(made += 1)}`,
    revokeObjectURL: () => undefined,
  });
  Object.assign(globalThis, {
    createImageBitmap: () => Promise.resolve({ width: 800, height: 600 }),
  });
});
afterEach(cleanup);

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const address = () => screen.getByTestId('address').textContent;
const type = async (label: string, text: string) => {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
};
const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const choosePhotos = (...names: string[]) =>
  userEvent.upload(screen.getByLabelText('Photos to add'), names.map(picture));
const photoUrls = () => screen.queryAllByRole('img').map((image) => image.getAttribute('src'));
const sent = (body: unknown) => body as FormData;
const fileNames = (body: unknown) =>
  sent(body)
    .getAll('photos')
    .map((photo) => (photo as File).name);

const listed = courtLike({ id: 'c9', name: 'Saguaro Lawn' });
const fillIn = async () => {
  await type('Court name', ' Saguaro Lawn ');
  await userEvent.click(screen.getByRole('radio', { name: 'Clay Court' }));
  await type('City', 'Scottsdale');
  await type('Street (optional)', 'E Lincoln Dr');
  await type('House number and unit', '1');
  await type('Hourly rate in $', '145.5');
};

describe('the form for a new court', () => {
  const show = async (handlers: Handlers = {}) => {
    const apiCalls = mockApi({ 'POST /api/courts': () => [201, listed], ...handlers });
    renderAt('/courts/new', <NewCourtPage />);
    await screen.findByLabelText('Court name');
    return apiCalls;
  };

  it('shows the missing fields and focuses the first one', async () => {
    const apiCalls = await show();
    await type('Court name', 'Saguaro Lawn');
    await press('List Court');
    expect(await screen.findByText('Please enter the city')).toBeTruthy();
    expect(screen.getByText('Please select a court surface')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Hard Court' })),
    );
    expect(apiCalls).toHaveLength(0);
  });

  it('submits the form data with ordered photos and continues to the hours', async () => {
    const apiCalls = await show();
    await fillIn();
    await press('Add Lighting');
    await userEvent.type(
      screen.getByRole('textbox', { name: /Add an amenity/ }),
      ' lighting {Enter}Sauna{Enter}Towels',
    );
    await choosePhotos('one.png', 'two.png');
    await userEvent.click(await screen.findByRole('button', { name: 'Move photo 2 forward' }));
    await press('List Court');
    await waitFor(() => expect(address()).toBe('/owner/availability?court=c9'));
    expect(await screen.findByText('Court listed')).toBeTruthy();
    const { body } = apiCalls[0]!;
    expect(Object.fromEntries(sent(body))).toMatchObject({
      name: 'Saguaro Lawn',
      surfaceType: 'clay',
      location: 'Scottsdale',
      street: 'E Lincoln Dr',
      address: '1 E Lincoln Dr',
      hourlyRate: '145.5',
      courtAccess: 'public',
      sports: '["tennis"]',
      amenities: '["Lighting","Sauna","Towels"]',
    });
    expect(sent(body).has('keepPhotos')).toBe(false);
    expect(sent(body).has('latitude')).toBe(false);
    expect(fileNames(body)).toEqual(['two.png', 'one.png']);
  });

  it('reuses the idempotency key after a lost response', async () => {
    const responses = [[504, {}] as const, [201, listed] as const];
    const apiCalls = await show({ 'POST /api/courts': () => responses[apiCalls.length - 1]! });
    await fillIn();
    await press('List Court');
    expect(await screen.findByText('Failed to save court')).toBeTruthy();
    await press('List Court');
    await waitFor(() => expect(apiCalls).toHaveLength(2));
    const [first, second] = apiCalls.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  it('uses the device location, or reports that it is unavailable', async () => {
    const getCurrentPosition = jest.fn<Geolocation['getCurrentPosition']>();
    Object.assign(navigator, { geolocation: { getCurrentPosition } });
    const apiCalls = await show();
    await fillIn();
    await userEvent.click(screen.getByText('Position on the map and time zone'));
    getCurrentPosition.mockImplementationOnce((_, onError) =>
      onError?.({} as GeolocationPositionError),
    );
    await press('Use My Location');
    const failed = /^We couldn't get your location/;
    expect(screen.getByText(failed)).toBeTruthy();
    const coords = { latitude: 33.494_151_234, longitude: -111.926_051_234 };
    getCurrentPosition.mockImplementationOnce((onFound) =>
      onFound({ coords } as GeolocationPosition),
    );
    await press('Use My Location');
    expect(screen.queryByText(failed)).toBeNull();
    await press('List Court');
    await waitFor(() => expect(apiCalls).toHaveLength(1));
    expect(Object.fromEntries(sent(apiCalls[0]!.body))).toMatchObject({
      latitude: '33.49415',
      longitude: '-111.92605',
    });
  });

  it("asks for the time zone if the server can't determine it", async () => {
    const zones = ['America/Indiana/Knox', 'America/Chicago'];
    const message = `We couldn't determine the time zone. Please choose one: ${zones.join(', ')}.`;
    const refusal = {
      code: 'invalid_request',
      message,
      details: { fields: [{ field: 'zone', message }], zones },
    };
    let callCount = 0;
    const apiCalls = await show({
      'POST /api/courts': () => ((callCount += 1) === 1 ? [400, refusal] : [201, listed]),
    });
    await fillIn();
    await press('List Court');
    expect(await screen.findByText('Error saving court')).toBeTruthy();
    const zone = await screen.findByLabelText('Time zone');
    await waitFor(() => expect(document.activeElement).toBe(zone));
    expect(zone.closest('details')!.open).toBe(true);
    const offered = within(zone).getAllByRole('option').slice(1, 3);
    expect(offered.map((option) => option.getAttribute('value'))).toEqual(zones);
    await userEvent.selectOptions(zone, 'America/Indiana/Knox');
    await press('List Court');
    await waitFor(() => expect(apiCalls).toHaveLength(2));
    expect(sent(apiCalls[1]!.body).get('zone')).toBe('America/Indiana/Knox');
  });

  it('accepts at most five photos', async () => {
    await show();
    await choosePhotos('1.png', '2.png', '3.png', '4.png', '5.png', '6.png');
    expect(await screen.findByText('You can upload a maximum of 5 photos.')).toBeTruthy();
    await waitFor(() => expect(photoUrls()).toHaveLength(5));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Photos' }).disabled).toBe(
      true,
    );
    await press('Remove photo 5');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove photo 4' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Photos' }).disabled).toBe(
      false,
    );
  });

  it('waits for all photos to load before saving', async () => {
    let read: (image: object) => void = () => undefined;
    Object.assign(globalThis, {
      createImageBitmap: () => new Promise((resolve) => (read = resolve)),
    });
    const apiCalls = await show();
    await fillIn();
    await choosePhotos('1.png');
    await press('List Court');
    expect(apiCalls).toHaveLength(0);
    read({ width: 800, height: 600 });
    await screen.findByRole('button', { name: 'Remove photo 1' });
    await press('List Court');
    await waitFor(() => expect(apiCalls).toHaveLength(1));
    expect(fileNames(apiCalls[0]!.body)).toEqual(['1.png']);
  });

  it('shows a server error about a photo next to the photos', async () => {
    const refusal = { code: 'unsupported_image', message: "One of the photos can't be read." };
    await show({ 'POST /api/courts': () => [415, refusal] });
    await fillIn();
    await choosePhotos('1.png');
    await press('List Court');
    await waitFor(() =>
      expect(screen.getAllByText("One of the photos can't be read.").length).toBeGreaterThan(1),
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Photos' }));
    expect(
      screen.getByRole('button', { name: 'Add Photos' }).getAttribute('aria-describedby'),
    ).toContain(screen.getAllByText("One of the photos can't be read.").find(({ id }) => id)!.id);
  });

  it('saves a court without a surface as a draft', async () => {
    await show({
      'POST /api/courts': () => [201, { ...listed, surfaceType: 'other', isActive: false }],
    });
    await fillIn();
    await userEvent.click(screen.getByRole('radio', { name: 'Other' }));
    expect(screen.getByText(/stays a draft/)).toBeTruthy();
    await press('List Court');
    await waitFor(() => expect(address()).toBe('/host-dashboard?tab=courts'));
    expect(await screen.findByText('Draft saved')).toBeTruthy();
  });

  it('fills in both coordinates from one pasted text', async () => {
    await show();
    await userEvent.click(screen.getByText(/^Position on the map/));
    await type('Latitude', '33.5312, -111.9426');
    expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('33.5312');
    expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('-111.9426');
  });
});

describe('the street and house number', () => {
  const place = (street: string, address: string) => {
    const { street: shownStreet, address: initialAddress } = initialValuesOf(
      courtLike({ street, address }),
    );
    return [
      shownStreet,
      initialAddress,
      fullAddress({ street: shownStreet, address: initialAddress }),
    ];
  };

  it('are split from a listed address and joined again', () =>
    expect(place('E Lincoln Dr', '1 E Lincoln Dr')).toEqual([
      'E Lincoln Dr',
      '1',
      '1 E Lincoln Dr',
    ]));

  it("leave an address that doesn't end with the street unchanged", () => {
    const sent = '471 S Roxbury Dr, Unit 2';
    expect(place('S Roxbury Dr', sent)).toEqual(['S Roxbury Dr', sent, sent]);
    expect(place('', sent)).toEqual(['', sent, sent]);
  });

  it('do not form an address without a house number', () =>
    expect(fullAddress({ street: 'E Lincoln Dr', address: ' ' })).toBe(''));
});

describe('the form for an existing court', () => {
  const court = courtLike({
    photos: ['/api/photos/a.webp', '/api/photos/b.webp'],
    amenities: ['WiFi'],
  });
  const show = (handlers: Handlers = {}, at = '/courts/c1/edit') => {
    const apiCalls = mockApi({
      'GET /api/host/courts': () => [200, [court]],
      'GET /api/host/payout-account': () => [200, payoutAccountLike()],
      'PUT /api/courts/c1': () => [
        200,
        { ...court, photos: [...court.photos, '/api/photos/new.webp'] },
      ],
      ...handlers,
    });
    renderAt(
      at,
      <Routes>
        <Route path="/courts/:courtId/edit" element={<EditCourtPage />} />
        <Route path="*" element={null} />
      </Routes>,
    );
    return apiCalls;
  };
  const puts = (apiCalls: ReturnType<typeof mockApi>) =>
    apiCalls.filter(({ name }) => name.startsWith('PUT'));

  it('shows "not found" for a court of another owner', async () => {
    show({}, '/courts/foreign/edit');
    expect(await screen.findByRole('heading', { name: 'Court Not Found' })).toBeTruthy();
    expect(screen.getByText("The court you're looking for doesn't exist.")).toBeTruthy();
  });

  it('sends the remaining photos in order', async () => {
    const apiCalls = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Move photo 2 forward' }));
    await press('Save Court');
    expect(await screen.findByText('Court saved')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/host-dashboard?tab=courts'));
    expect(puts(apiCalls)).toHaveLength(1);
    const { body } = puts(apiCalls)[0]!;
    expect(sent(body).get('keepPhotos')).toBe('["/api/photos/b.webp","/api/photos/a.webp"]');
    expect(sent(body).get('amenities')).toBe('["WiFi"]');
    expect(sent(body).has('zone')).toBe(false);
  });

  it('reorders a new cover photo with a second request', async () => {
    const apiCalls = show();
    await screen.findByRole('button', { name: 'Remove photo 2' });
    await choosePhotos('new.png');
    await userEvent.click(await screen.findByRole('button', { name: 'Move photo 3 forward' }));
    await press('Move photo 2 forward');
    await press('Save Court');
    await waitFor(() => expect(puts(apiCalls)).toHaveLength(2));
    expect(fileNames(puts(apiCalls)[0]!.body)).toEqual(['new.png']);
    expect(fileNames(puts(apiCalls)[1]!.body)).toEqual([]);
    expect(JSON.parse(sent(puts(apiCalls)[1]!.body).get('keepPhotos') as string)).toEqual([
      '/api/photos/new.webp',
      '/api/photos/a.webp',
      '/api/photos/b.webp',
    ]);
  });

  it('asks before discarding unsaved changes', async () => {
    show();
    await userEvent.type(await screen.findByLabelText('Court name'), '!');
    await press('Cancel');
    await press('Keep Editing');
    expect(address()).toBe('/courts/c1/edit');
    await userEvent.click(screen.getByRole('link', { name: 'Set Hours' }));
    await press('Discard Changes');
    expect(address()).toBe('/owner/availability?court=c1');
  });

  it('merges what another device has changed, and shows what both changed', async () => {
    let latest = court;
    const apiCalls = show({
      'GET /api/host/courts': () => [200, [latest]],
      'PUT /api/courts/c1': ({ body }) => {
        if (sent(body).get('version') === '4') return [200, latest];
        latest = { ...court, version: 4, name: 'Sunrise', houseRules: 'Clay shoes only.' };
        return [409, { code: 'court_changed', message: 'This court was changed.' }];
      },
    });
    await userEvent.type(await screen.findByLabelText('Court name'), '!');
    await userEvent.type(screen.getByLabelText(/^Arrival notes/), 'Ring twice.');
    await press('Save Court');
    expect(await screen.findByText('Updated here: House rules.')).toBeTruthy();
    expect(screen.getByText('Court name:', { exact: false }).textContent).toBe(
      'Court name: Sunrise on the other device',
    );
    expect(screen.getByLabelText('Court name')).toHaveProperty('value', `${court.name}!`);
    await press('Use Other Value: Court name');
    await press('Save Court');
    expect(await screen.findByText('Court saved')).toBeTruthy();
    const { body } = puts(apiCalls).at(-1)!;
    expect(sent(body).get('name')).toBe('Sunrise');
    expect(sent(body).get('houseRules')).toBe('Clay shoes only.');
    expect(sent(body).get('arrivalNotes')).toBe('Ring twice.');
  });

  it('lists what is left to do before a draft goes live', async () => {
    const morning = { from: '07:00', to: '12:00' };
    const draft = {
      ...court,
      isActive: false,
      hourlyRate: '0.00',
      photos: [],
      weeklyHours: { ...court.weeklyHours, saturday: [morning], sunday: [] },
    };
    show({
      'GET /api/host/courts': () => [200, [draft]],
      'GET /api/host/payout-account': () => [200, payoutAccountLike({ isNeeded: true })],
    });
    const checklist = within(await screen.findByRole('region', { name: 'Before you go live' }));
    expect(await checklist.findByText('1 of 4 done')).toBeTruthy();
    expect(checklist.getByText(/Saturday 7 AM – 12 PM; Sunday closed\./)).toBeTruthy();
    expect(
      checklist.getByRole('link', { name: 'Check or change your hours' }).getAttribute('href'),
    ).toBe('/owner/availability?court=c1');
    expect(checklist.getByRole('link', { name: 'Set up or check payouts' })).toBeTruthy();
    expect(checklist.getByRole<HTMLButtonElement>('button', { name: 'Activate' }).disabled).toBe(
      true,
    );
  });

  it('shows what the host receives and players pay while the rate is typed', async () => {
    show();
    const rate = await screen.findByLabelText('Hourly rate in $');
    await userEvent.clear(rate);
    await userEvent.type(rate, '200');
    expect(await screen.findByText('You receive $198.00, players pay $220.00')).toBeTruthy();
    expect(screen.getByText(/Courtly keeps 1% of your rate\./)).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/^Booked hours a week/));
    await userEvent.type(screen.getByLabelText(/^Booked hours a week/), '10');
    expect(screen.getByText('$8,580.00')).toBeTruthy();
    await userEvent.type(rate, ',50');
    expect(screen.queryByText(/^You receive/)).toBeNull();
  });

  it('refuses a rate with a decimal comma at its field', async () => {
    const apiCalls = show();
    const rate = await screen.findByLabelText('Hourly rate in $');
    await userEvent.clear(rate);
    await userEvent.type(rate, '99,50');
    await press('Save Court');
    expect(await screen.findByText('Use a point for decimals, such as 99.50')).toBeTruthy();
    expect(puts(apiCalls)).toEqual([]);
    await userEvent.clear(rate);
    await userEvent.type(rate, '$1,099.50');
    await press('Save Court');
    expect(await screen.findByText('Court saved')).toBeTruthy();
    expect(sent(puts(apiCalls)[0]!.body).get('hourlyRate')).toBe('1099.50');
  });

  it('deactivates the court after confirmation', async () => {
    let isActive = true;
    show({
      'GET /api/host/courts': () => [200, [{ ...court, isActive }]],
      'GET /api/host/bookings': () => [200, [buildHostBooking()]],
      'PATCH /api/courts/c1/status': () => [200, { ...court, isActive: (isActive = false) }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hide this court?' });
    expect(await within(dialog).findByText(/stays? in place/)).toBeTruthy();
    expect(screen.queryByText('Inactive')).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Inactive')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeTruthy();
  });
});

describe('the court form in a dialog', () => {
  const onClose = jest.fn();
  beforeEach(() => void onClose.mockClear());

  it('submits with the keyboard and closes', async () => {
    mockApi({ 'POST /api/courts': () => [201, listed] });
    renderAt('/owner/dashboard', <CourtDialog courtId={null} onClose={onClose} />);
    const dialog = await screen.findByRole('dialog', { name: 'Add Court' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add Court'));
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Court name'));
    await fillIn();
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(await screen.findByRole('button', { name: 'Set Hours' })).toBeTruthy();
  });

  it('closes on Escape and asks first about unsaved changes', async () => {
    mockApi({ 'GET /api/host/courts': () => [200, [courtLike()]] });
    renderAt('/owner/dashboard', <CourtDialog courtId="c1" onClose={onClose} />);
    await userEvent.type(await screen.findByLabelText('Court name'), '!');
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText('Court name'), '{Backspace}{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
