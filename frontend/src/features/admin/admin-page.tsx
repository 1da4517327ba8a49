import { PageMeta } from '../../lib/page-meta';
import { RevenueCard } from './revenue-card';

/** The desk of those who run the club. */
export function AdminPage() {
  return (
    <div className="page pt-10">
      <PageMeta title="Admin Dashboard" description="The desk of those who run Courtly." />
      <h1 className="mb-8 font-display text-title">Admin Dashboard</h1>
      <RevenueCard />
    </div>
  );
}
