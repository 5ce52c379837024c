import { Canvas, useFrame } from '@react-three/fiber';
import { useMemo, useRef } from 'react';
import { Color, type Mesh, MeshBasicMaterial, Shape, ShapeGeometry } from 'three';
import { telemetryRef } from '../../../src/audio/engine/telemetry.ts';
import { CATEGORIES } from '../../../src/data/contract/categories.ts';
import { layoutRings, type RingPlace } from '../../../src/drawing/layout.ts';
import type { RifffModel, RingModel } from '../../../src/drawing/model.ts';
import { ringPolygon } from '../../../src/drawing/outline.ts';

interface RingProps {
  ring: RingModel;
  place: RingPlace;
  x: number;
  y: number;
  depth: number;
}

/** One ring the obvious way: its own mesh, geometry, material and frame callback. */
function NaiveRing({ ring, place, x, y, depth }: RingProps) {
  const mesh = useRef<Mesh>(null);
  const geometry = useMemo(() => {
    const points = ringPolygon(ring, place);
    const shape = new Shape();
    for (let at = 0; at < points.length; at += 2) {
      if (at === 0) shape.moveTo(points[at]!, -points[at + 1]!);
      else shape.lineTo(points[at]!, -points[at + 1]!);
    }
    return new ShapeGeometry(shape);
  }, [ring, place]);
  const material = useMemo(
    () => new MeshBasicMaterial({ color: new Color(CATEGORIES[ring.category].ink) }),
    [ring],
  );
  useFrame(() => {
    mesh.current!.scale.setScalar(1 + 0.06 * telemetryRef.current.levels[ring.slot]!);
  });
  return <mesh ref={mesh} position={[x, y, depth]} geometry={geometry} material={material} />;
}

/** Every rifff as a mesh per ring and one for the notch. */
export function Naive({ models, sizePx, columns }: NaiveProps) {
  const pitch = sizePx + 2;
  return (
    <Canvas orthographic frameloop="always" dpr={1} gl={{ antialias: false }}>
      {models.map((model, at) => {
        const x = (at % columns) * pitch + pitch / 2 - innerWidth / 2;
        const y = innerHeight / 2 - Math.floor(at / columns) * pitch - pitch / 2;
        const layout = layoutRings(model.rings, sizePx / 2);
        return layout.rings.map((place, index) => (
          <NaiveRing
            key={`${model.id} ${place.slot}`}
            ring={model.rings[place.index]!}
            place={place}
            x={x}
            y={y}
            depth={-index}
          />
        ));
      })}
    </Canvas>
  );
}

interface NaiveProps {
  models: readonly RifffModel[];
  sizePx: number;
  columns: number;
}
