import { Avatar } from '../../system/Avatar.tsx';
import { Part } from '../Part.tsx';
import { Specimen, Specimens } from '../Specimen.tsx';

const SIZES = [24, 32, 40, 48, 64, 96];
/** A picture of two papers, so that a sheet can be seen without a network. */
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Cpath fill="%23a89f8e" d="M0 0h8v8H0z"/%3E%3Cpath fill="%23f2ebdd" d="M0 8 8 0v8z"/%3E%3C/svg%3E';

/** People. */
export function PeopleSection() {
  return (
    <Part title="Avatar" text="Silent to screen readers: the name always stands beside it.">
      <Specimens columnPx={112}>
        {SIZES.map((sizePx) => (
          <Specimen key={sizePx} title={`${sizePx}`} text="Initial">
            <Avatar name="Mira" size={sizePx} />
          </Specimen>
        ))}
      </Specimens>
      <Specimens columnPx={112}>
        <Specimen title="Picture">
          <Avatar name="Mira" size={64} src={PICTURE} />
        </Specimen>
        <Specimen title="Error" text="The initial stands in">
          <Avatar name="Øyvind" size={64} src="data:image/png;base64,broken" />
        </Specimen>
        <Specimen title="No letter">
          <Avatar name="…" size={64} />
        </Specimen>
      </Specimens>
    </Part>
  );
}
