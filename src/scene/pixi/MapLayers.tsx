import { extend } from '@pixi/react';
import { Container, type Geometry, Mesh, type MeshOptions, type Shader } from 'pixi.js';
import type { DiscMesh, LineMesh } from './mapShaders.ts';

/** A mesh with a geometry and a shader of its own. */
class MapMesh extends Mesh<Geometry, Shader> {
  constructor(options: MeshOptions<Geometry, Shader>) {
    super(options);
  }
}

declare module '@pixi/react' {
  interface PixiElements {
    pixiMapMesh: Pick<MeshOptions<Geometry, Shader>, 'geometry' | 'shader'>;
  }
}

extend({ Container, MapMesh });

/** The layers of a map, the lowest first. */
export interface MapLayersProps {
  side: LineMesh;
  way: LineMesh;
  drafts: LineMesh;
  discs: DiscMesh;
  marks: DiscMesh;
  /** Is given the containers that are filled outside React. */
  onLayers(layers: MapContainers): void;
}

export interface MapContainers {
  rulers: Container;
  names: Container;
  emblems: Container;
  words: Container;
}

/** The stage of a map. It is rendered once: what moves on it is moved by `PixiMap`. */
export function MapLayers({ side, way, drafts, discs, marks, onLayers }: MapLayersProps) {
  const found: Partial<MapContainers> = {};
  const take = (name: keyof MapContainers) => (layer: Container | null) => {
    if (!layer) return;
    found[name] = layer;
    const { rulers, names, emblems, words } = found;
    if (rulers && names && emblems && words) onLayers({ rulers, names, emblems, words });
  };
  return (
    <pixiContainer>
      <pixiContainer ref={take('rulers')} />
      <pixiMapMesh geometry={side.geometry} shader={side.shader} />
      <pixiMapMesh geometry={way.geometry} shader={way.shader} />
      <pixiMapMesh geometry={drafts.geometry} shader={drafts.shader} />
      <pixiContainer ref={take('names')} />
      <pixiMapMesh geometry={discs.geometry} shader={discs.shader} />
      <pixiContainer ref={take('emblems')} />
      <pixiMapMesh geometry={marks.geometry} shader={marks.shader} />
      <pixiContainer ref={take('words')} />
    </pixiContainer>
  );
}
