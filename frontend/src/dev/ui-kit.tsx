import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { Button, LinkButton } from '../ui/button';
import { Card, StatCard, StatRow } from '../ui/card';
import { Checkbox, Switch } from '../ui/checkbox';
import { DataTable, NO_VALUE } from '../ui/data-table';
import { DatePicker } from '../ui/date-picker';
import { Dialog } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { FactList } from '../ui/fact-list';
import { Field } from '../ui/field';
import { Heading, Section } from '../ui/heading';
import { Input, Textarea } from '../ui/input';
import { LoadFailed } from '../ui/lazy-component';
import { LoadError } from '../ui/load-error';
import { Menu, MenuGroup, MenuItem, MenuLink } from '../ui/menu';
import { PasswordInput } from '../ui/password-input';
import { InteractiveTable } from '../ui/interactive-table';
import { Popover } from '../ui/popover';
import { Price, Rate } from '../ui/price';
import { RadioGroup } from '../ui/radio-group';
import { Select } from '../ui/select';
import { Loading, Skeleton } from '../ui/skeleton';
import { Tabs } from '../ui/tabs';
import { TextLink } from '../ui/text-link';
import { toast, toastError } from '../ui/toast';
import { Toggle } from '../ui/toggle';

const variants = ['primary', 'outline', 'brass', 'quiet', 'danger'] as const;
const tones = ['neutral', 'brass', 'pending', 'good', 'done', 'bad'] as const;
const periods = ['Week', 'Month', 'Year'].map((label) => ({ value: label, label }));
const hours = ['7:00 AM', '8:00 AM', '9:00 AM', '10:00 AM'].map((label, index) => ({
  value: label,
  label,
  disabled: index === 3,
}));
const payouts = [
  { court: 'Camelback Clay', bookings: 12, paid: '$1,584' },
  { court: 'Desert Grass', bookings: 3, paid: '$396' },
];

function Buttons({ theme }: { theme: string }) {
  return (
    <Section title={`Buttons, ${theme}`} note="At most one primary button in a view.">
      {[false, true].map((busy) => (
        <div key={String(busy)} className="mb-3 flex flex-wrap gap-3">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} busy={busy}>
              {busy ? `Saving ${variant}` : variant}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <Button disabled>Disabled</Button>
        <Button variant="outline" disabled>
          Disabled
        </Button>
        <Button variant="quiet" size="icon" aria-label="More">
          <Ellipsis size={20} aria-hidden />
        </Button>
        <LinkButton to="/">Link</LinkButton>
      </div>
    </Section>
  );
}

function Text({ theme }: { theme: string }) {
  return (
    <Section title={`Text, ${theme}`}>
      <div className="grid gap-3">
        <Heading level={2} size={1}>
          Title of a page
        </Heading>
        <Heading level={2}>Heading of a section</Heading>
        <Heading level={3}>Heading of a part</Heading>
        <p>
          Text with a <TextLink to="/">link</TextLink>, and <strong>strong words</strong>.
        </p>
        <p className="text-small text-quiet">
          Small, quiet text with a <TextLink to="/">link</TextLink>.
        </p>
        <p className="eyebrow">An eyebrow</p>
        <p>
          <Price amount="198.00" /> or <Rate amount="300.00" />
        </p>
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className="flex gap-3">
          <Avatar name="Robin Base" />
          <Avatar name="Lee" className="bg-court! text-on-court!" />
        </div>
      </div>
    </Section>
  );
}

function Fields({ theme }: { theme: string }) {
  const [day, setDay] = useState('2027-03-15');
  const [hour, setHour] = useState<string | null>('8:00 AM');
  const [period, setPeriod] = useState('Month');
  const [isPressed, setIsPressed] = useState(true);
  return (
    <Section title={`Fields, ${theme}`}>
      <div className="grid gap-5">
        <Field label="Name" required hint="As on the gate list.">
          {(props) => <Input {...props} defaultValue="Robin" />}
        </Field>
        <Field label="Phone" error="Enter a phone number">
          {(props) => <Input {...props} defaultValue="48" />}
        </Field>
        <Field label="City" optional>
          {(props) => <Input {...props} disabled placeholder="Scottsdale" />}
        </Field>
        <Field label="Password" required>
          {(props) => <PasswordInput {...props} defaultValue="secret" />}
        </Field>
        <Field label="Comment">{(props) => <Textarea {...props} rows={2} />}</Field>
        <Field label="Level">
          {(props) => <Select {...props} options={periods} defaultValue="Week" />}
        </Field>
        <RadioGroup
          legend="Hour"
          choices={hours}
          value={hour}
          onChange={setHour}
          className="grid-cols-2 sm:grid-cols-4"
        />
        <RadioGroup
          legend="Surface"
          required
          choices={[
            { value: 'clay', label: 'Clay' },
            { value: 'grass', label: 'Grass' },
          ]}
          value={null}
          onChange={() => undefined}
          error="Choose a surface"
        />
        <RadioGroup
          legend="Period"
          segmented
          choices={periods}
          value={period}
          onChange={setPeriod}
          className="max-w-sm grid-cols-3"
        />
        <div className="flex flex-wrap gap-2">
          <Toggle pressed={isPressed} onClick={() => setIsPressed(!isPressed)}>
            Early bird
          </Toggle>
          <Toggle pressed={!isPressed} onClick={() => setIsPressed(!isPressed)}>
            Night owl
          </Toggle>
        </div>
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Not checked" />
        <Checkbox label="Not available" disabled />
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
        <DatePicker
          label="Date"
          value={day}
          today="2027-03-14"
          last="2027-04-14"
          onChange={setDay}
        />
      </div>
    </Section>
  );
}

function Overlays({ theme }: { theme: string }) {
  const [side, setSide] = useState<'center' | 'right' | null>(null);
  return (
    <Section title={`Dialogs, menus, and toasts, ${theme}`}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setSide('center')}>
          Dialog
        </Button>
        <Button variant="outline" onClick={() => setSide('right')}>
          Drawer
        </Button>
        <Menu
          trigger={(props) => (
            <Button variant="outline" {...props}>
              Menu
            </Button>
          )}
        >
          <MenuGroup>
            <MenuLink to="/">Dashboard</MenuLink>
            <MenuLink to="/">Calendar</MenuLink>
          </MenuGroup>
          <MenuGroup>
            <MenuItem onSelect={() => toast('Logged out')}>Log Out</MenuItem>
          </MenuGroup>
        </Menu>
        <Popover
          className="w-72 p-5"
          trigger={(props) => (
            <Button variant="outline" {...props}>
              Popover
            </Button>
          )}
        >
          <p>It follows its button while the page scrolls.</p>
        </Popover>
        <Button
          variant="outline"
          onClick={() => toast('Booking requested', 'The host responds within a day.')}
        >
          Toast
        </Button>
        <Button variant="outline" onClick={() => toastError('Not sent', 'Please try again.')}>
          Error
        </Button>
      </div>
      <Dialog
        open={side !== null}
        side={side}
        onClose={() => setSide(null)}
        title="Cancel this booking?"
        description="Camelback Clay, Monday at 8:00 AM"
        footer={
          <>
            <Button variant="outline" onClick={() => setSide(null)}>
              Keep It
            </Button>
            <Button variant="danger" onClick={() => setSide(null)}>
              Cancel Booking
            </Button>
          </>
        }
      >
        <p>You get the full amount back.</p>
      </Dialog>
    </Section>
  );
}

function Content({ theme }: { theme: string }) {
  return (
    <Section title={`Content, ${theme}`} action={<TextLink to="/">See all</TextLink>}>
      <div className="grid gap-8">
        <StatRow>
          <StatCard label="Bookings" value="15" note="this month" />
          <StatCard label="Paid out" value="$1,980" />
        </StatRow>
        <Card>A card</Card>
        <FactList
          rows={[
            ['When', 'Monday, 8:00 AM'],
            ['Player', 'Robin Base'],
            ['Notes', null],
          ]}
        />
        <Tabs
          label="Bookings"
          tabs={[
            { value: 'next', label: 'Upcoming', count: 2, panel: <p>Two bookings</p> },
            { value: 'past', label: 'Past', count: 14, panel: <p>Fourteen bookings</p> },
          ]}
        />
        <DataTable
          label="Payouts"
          columns={[
            { head: 'Court', cell: ({ court }) => court },
            { head: 'Bookings', cell: ({ bookings }) => bookings, numeric: true },
            { head: 'Paid out', cell: ({ paid }) => paid, numeric: true, strong: true },
            { head: 'Debt', cell: () => NO_VALUE, numeric: true },
          ]}
          rows={payouts}
          rowKey={({ court }) => court}
          stacked
        />
        <InteractiveTable
          label="Payouts, interactive"
          columns={[
            { head: 'Court', cell: ({ court }) => court, value: ({ court }) => court },
            {
              head: 'Bookings',
              cell: ({ bookings }) => bookings,
              value: ({ bookings }) => bookings,
              numeric: true,
            },
          ]}
          rows={payouts}
          rowKey={({ court }) => court}
          rowName={({ court }) => court}
          fileName="payouts"
          hasMore
        />
        <EmptyState title="No bookings yet" action={<Button>Book a Court</Button>}>
          Your upcoming hours appear here.
        </EmptyState>
        <LoadFailed subject="The map" onRetry={() => undefined} />
        <LoadError label="bookings" errorCount={1} busy={false} onRetry={() => undefined} />
        <Loading label="Loading bookings">
          <Skeleton className="h-16" />
        </Loading>
      </div>
    </Section>
  );
}

/** The shared components in both themes. Only the development server has this page. */
export function UiKit() {
  return (
    <main data-dev-only>
      <h1 className="page py-6 font-display text-title">Components</h1>
      <div className="grid lg:grid-cols-2">
        {(
          [
            ['light', 'scheme-light'],
            ['dark', 'scheme-dark'],
          ] as const
        ).map(([theme, scheme]) => (
          <div key={theme} className={`${scheme} bg-paper p-6 text-ink`}>
            <div className="grid gap-14">
              <Text theme={theme} />
              <Buttons theme={theme} />
              <Fields theme={theme} />
              <Overlays theme={theme} />
              <Content theme={theme} />
            </div>
          </div>
        ))}
      </div>
    </main>
  );
}
