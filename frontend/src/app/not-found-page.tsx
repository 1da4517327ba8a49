import { useLocation } from 'react-router-dom';
import { MessagePage } from './message-page';

/** Any address that is none of ours. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <MessagePage title="Page Not Found" eyebrow="404 · Out">
      <p>
        Nothing is played at <code className="break-all text-ink">{pathname}</code>. Did you forget
        to add the page to the router, or did a link go long?
      </p>
    </MessagePage>
  );
}
