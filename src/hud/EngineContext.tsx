import { createContext, type ReactNode, useContext } from 'react';
import type { Engine } from '../audio/engine/Engine.ts';

const EngineContext = createContext<Engine | null>(null);

export interface EngineProviderProps {
  engine: Engine;
  children?: ReactNode;
}

/** Gives the one engine to everything below. */
export function EngineProvider({ engine, children }: EngineProviderProps) {
  return <EngineContext value={engine}>{children}</EngineContext>;
}

/**
 * The one engine.
 * @throws Error outside an EngineProvider
 */
export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('useEngine needs an EngineProvider above');
  return engine;
}
