import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '../style.css';
import { loadToaster } from '../ui/toast';
import { UiKit } from './ui-kit';

void loadToaster();
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <UiKit />
    </MemoryRouter>
  </QueryClientProvider>,
);
