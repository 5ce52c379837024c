import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import '../data/stores/install.ts';
import { createEngine } from '../audio/engine/createEngine.ts';
import { ApiError } from '../data/contract/apiError.ts';
import { isRootPath } from '../data/rules/locale.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { LastResort } from '../hud/shell/LastResort.tsx';
import Frame from './Frame.tsx';
import { beginFirstVisit } from './firstVisit.ts';
import { lendCredential, lendLoopFiles } from './lend.ts';

const MAX_RETRIES = 2;

const engine = createEngine();
lendLoopFiles();
lendCredential();
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refused, it will refuse again.
      retry: (failures, error) =>
        failures < MAX_RETRIES &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

// The first page needs them; index.html has begun to load them already.
if (isRootPath(window.location.pathname)) beginFirstVisit(queries);

/** The whole app: its data, its engine, its pages. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <EngineProvider engine={engine}>
        <BrowserRouter>
          <LastResort>
            <Frame />
          </LastResort>
        </BrowserRouter>
      </EngineProvider>
    </QueryClientProvider>
  );
}
