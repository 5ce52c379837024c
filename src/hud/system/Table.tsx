import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

interface TableColumn {
  id: string;
  title: string;
  /** Figures stand right, one under the other. */
  isNumber?: boolean;
  /** CSS width in wide windows; the rest shares what is left. */
  width?: string;
}

interface TableRow {
  id: string;
  /** By column; the first one names the row. */
  cells: readonly ReactNode[];
}

interface TableProps {
  /** Says what is listed; for screen readers. */
  caption: string;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** Said instead of rows. */
  empty?: string;
}

/** Rows between hairlines. In narrow windows every row becomes an entry with its column names beside the cells. */
export function Table({ caption, columns, rows, empty = 'Nothing here yet.' }: TableProps) {
  const cellClass = (at: number) => (columns[at]?.isNumber ? styles.number : '');
  return (
    // biome-ignore lint/a11y/noRedundantRoles: laid out as blocks it would lose its role
    <table className={`wide lineBelow ${styles.table}`} role="table">
      <caption className="visuallyHidden">{caption}</caption>
      <thead className={styles.head}>
        <tr>
          {columns.map((column, at) => (
            <th
              key={column.id}
              scope="col"
              className={cellClass(at)}
              style={{ width: column.width }}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className={`medium ${cellClass(0)}`}>
              {row.cells[0]}
            </th>
            {row.cells.slice(1).map((cell, index) => (
              <td
                key={columns[index + 1]?.id ?? index}
                data-title={columns[index + 1]?.title}
                className={cellClass(index + 1)}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length} className="muted">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
