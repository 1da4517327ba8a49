import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { CalendarFeed } from './calendar-feed';
import { EmailPreferences } from './email-preferences';
import { TextLink } from '../../ui/text-link';
import { Heading, Section } from '../../ui/heading';

export function NotificationPreferencesPage() {
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta
        title="Emails and calendar"
        description="The emails you get, and your bookings in another calendar."
      />
      <Heading level={1}>Emails and calendar</Heading>
      <Section title="Emails" className="mt-8 border-t border-rule pt-6">
        <p className="mt-1 mb-4 text-quiet">
          You can also find everything under{' '}
          <TextLink to={paths.notifications}>Notifications</TextLink>.
        </p>
        <EmailPreferences />
      </Section>
      <section aria-labelledby="calendar" className="mt-10 border-t border-rule pt-6">
        <Heading level={2} id="calendar" className="mb-4">
          Calendar
        </Heading>
        <CalendarFeed />
      </section>
    </div>
  );
}
