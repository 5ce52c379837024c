/** One thing that is kept on the visitor's device. */
export interface Kept {
  name: string;
  why: string;
  howLong: string;
}

export interface KeptTableProps {
  rows: readonly Kept[];
  /** Head of the first column. */
  what: string;
}

/** What is kept, what for, and how long. */
export function KeptTable({ rows, what }: KeptTableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">What for</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, why, howLong }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{why}</td>
            <td className="muted">{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
