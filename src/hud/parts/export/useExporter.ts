import { useEffect, useState } from 'react';
import type { Exporter } from '../../../audio/export/Exporter.ts';
import { useEngine } from '../../EngineContext.tsx';

/** The engine's exporter, fetched while the dialog opens; null until it is there, and why it did not come. */
export function useExporter(): { exporter: Exporter | null; isFailed: boolean } {
  const engine = useEngine();
  const [exporter, setExporter] = useState<Exporter | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    engine.studio().then(
      (studio) => !isGone && setExporter(() => studio.exporter),
      (cause: unknown) => {
        console.error('The exporter could not be loaded', cause);
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [engine]);
  return { exporter, isFailed };
}
