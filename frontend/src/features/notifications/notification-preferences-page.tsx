import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { CalendarFeed } from './calendar-feed';
import { EmailPreferences } from './email-preferences';

export function NotificationPreferencesPage() {
  return (
    <div className="page max-w-3xl pt-10">
      <PageMeta
        title="Emails and calendar"
        description="The emails you get, and your bookings in another calendar."
      />
      <h1 className="font-display text-title">Emails and calendar</h1>
      <section aria-labelledby="mails" className="mt-8 border-t border-rule pt-6">
        <h2 id="mails" className="font-display text-2xl">
          Emails
        </h2>
        <p className="mt-1 mb-4 text-quiet">
          You can also find everything under{' '}
          <Link to={paths.notifications} className="underline underline-offset-4">
            Notifications
          </Link>
          .
        </p>
        <EmailPreferences />
      </section>
      <section aria-labelledby="calendar" className="mt-10 border-t border-rule pt-6">
        <h2 id="calendar" className="mb-4 font-display text-2xl">
          Calendar
        </h2>
        <CalendarFeed />
      </section>
    </div>
  );
}
