import { useLocation } from 'react-router-dom';
import { MessagePage } from './message-page';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <MessagePage title="Page Not Found" eyebrow="404 · Out">
      <p>
        There is no page at <code className="break-all text-ink">{pathname}</code>. Check the
        address, or continue from here.
      </p>
    </MessagePage>
  );
}
