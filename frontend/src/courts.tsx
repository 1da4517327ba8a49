import type { Court } from '@courtly/contracts/courts';
import { queryOptions, useQuery } from '@tanstack/react-query';

const courtsQuery = queryOptions({
  queryKey: ['courts'],
  queryFn: async (): Promise<Court[]> => {
    const answer = await fetch('/api/courts');
    if (!answer.ok) throw new Error('Failed to fetch courts');
    return (await answer.json()) as Court[];
  },
});

/** Every court that can be booked. */
export function Courts() {
  const { data: courts, error } = useQuery(courtsQuery);
  return (
    <main className="mx-auto max-w-3xl p-6 font-serif">
      <h1 className="py-8 text-4xl">Courtly</h1>
      {error && <p role="alert">{error.message}</p>}
      {!courts && !error && <p>Loading exclusive courts...</p>}
      {courts?.length === 0 && <p>No courts available</p>}
      <ul className="divide-y">
        {courts?.map((court) => (
          <li key={court.id} className="flex justify-between gap-4 py-4">
            <span>
              {court.name}, {court.location}
            </span>
            <span>${court.hourlyRate} an hour</span>
          </li>
        ))}
      </ul>
      <p className="py-8">
        <a className="underline" href="/api/docs">
          The contract of the service
        </a>
      </p>
    </main>
  );
}
