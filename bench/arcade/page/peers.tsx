/**
 * What drei brings for a crowd and for names, in the same flight and before the same camera: `Instances` for discs of one
 * colour, without anything that is drawn on ours, and a `Text` for each label.
 */
import { Instance, Instances, type PositionMesh } from '@react-three/drei/core/Instances.js';
import { PerspectiveCamera } from '@react-three/drei/core/PerspectiveCamera.js';
import { Text } from '@react-three/drei/core/Text.js';
import { Canvas, useFrame } from '@react-three/fiber';
import { useLayoutEffect, useRef, useState } from 'react';
import type { PerspectiveCamera as Lens, Object3D } from 'three';
import { crowdView } from '../../../src/drawing/arcade/crowd.ts';
import { CrowdSpace, PLACE_FLOATS } from '../../../src/drawing/arcade/space.ts';
import type { ArcadeFlight } from '../../../src/hud/arcade/arcadeFlight.ts';
import { MOST_DISCS } from '../../../src/scene/arcade/crowdChoice.ts';
import { FAR, fitLens, flyTo, NEAR } from '../../../src/scene/arcade/eye.ts';

export type Peer = 'instances' | 'text';

/** Labels that are seen at once in a wide window. */
const LABELS = 12;

function Field({ flight, peer }: { flight: ArcadeFlight; peer: Peer }) {
  const count = peer === 'text' ? LABELS : MOST_DISCS;
  const things = useRef<(Object3D | null)[]>([]);
  const eye = useRef<Lens>(null);
  const [view] = useState(() => crowdView(innerWidth, innerHeight));
  const [space] = useState(() => new CrowdSpace(MOST_DISCS));
  useLayoutEffect(() => fitLens(eye.current!, view), [view]);
  useFrame(() => {
    flight.advance(performance.now(), false);
    const { seen } = flight;
    space.look(flight.eye);
    space.place(seen, seen.count, view);
    flyTo(eye.current!, space);
    for (let at = 0; at < count; at++) {
      const thing = things.current[at];
      if (!thing) continue;
      const from = at * PLACE_FLOATS;
      const [x, y, z, size] = space.places.subarray(from, from + PLACE_FLOATS);
      thing.position.set(x!, y!, z!);
      thing.scale.setScalar(at < seen.count ? size! : 0);
    }
  }, -1);
  const keep = (at: number) => (thing: Object3D | null) => {
    things.current[at] = thing;
  };
  return (
    <>
      <PerspectiveCamera ref={eye} makeDefault manual near={NEAR} far={FAR} />
      {peer === 'instances' && (
        <Instances limit={MOST_DISCS} frustumCulled={false}>
          <circleGeometry args={[1, 48]} />
          <meshBasicMaterial depthTest={false} />
          {Array.from({ length: count }, (_, at) => (
            <Instance
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              key={at}
              ref={keep(at) as React.Ref<PositionMesh>}
              color={at % 2 === 0 ? '#FA8320' : '#3562EE'}
            />
          ))}
        </Instances>
      )}
      {peer === 'text' &&
        Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <Text key={at} ref={keep(at)} font="/font.ttf" fontSize={0.2} color="#F2EBDD">
            {`A rifff of number ${at}`}
          </Text>
        ))}
    </>
  );
}

/** A flight drawn by a part of drei. */
export function PeerField(props: { flight: ArcadeFlight; peer: Peer }) {
  return (
    <div style={{ position: 'fixed', inset: 0 }}>
      <Canvas flat linear dpr={1} gl={{ antialias: false, depth: false }}>
        <Field {...props} />
      </Canvas>
    </div>
  );
}
