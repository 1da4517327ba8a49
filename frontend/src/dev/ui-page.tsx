import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '../style.css';
import { Toaster } from '../ui/toaster';
import { UiKit } from './ui-kit';

createRoot(document.getElementById('toasts')!).render(<Toaster />);
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <UiKit />
    </MemoryRouter>
  </QueryClientProvider>,
);
