import { useQuery } from '@tanstack/react-query';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { cityDemandQuery } from '../../resources/admin/admin-queries';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';

export function CitiesPage() {
  const demandQuery = useQuery(cityDemandQuery);
  return (
    <AdminLayout
      title="Cities"
      lead="How many people have requested Courtly in each city. Each person counts once per city."
    >
      <QueryPanel query={demandQuery} label="cities">
        {(cities) =>
          cities.length === 0 ? (
            <EmptyState title="No cities yet">No one has requested a city.</EmptyState>
          ) : (
            <DataTable
              label="Demand by city"
              rows={cities}
              rowKey={({ city }) => city}
              columns={[
                { head: 'City', cell: ({ city }) => <bdi>{city}</bdi> },
                { head: 'People', cell: ({ requests }) => requests, numeric: true },
              ]}
            />
          )
        }
      </QueryPanel>
    </AdminLayout>
  );
}
