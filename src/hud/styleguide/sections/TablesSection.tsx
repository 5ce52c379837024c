import { Table } from '../../system/Table.tsx';
import { Part } from '../Part.tsx';

const COLUMNS = [
  { id: 'name', title: 'Loop' },
  { id: 'kind', title: 'Category' },
  { id: 'bars', title: 'Bars', isNumber: true },
  { id: 'tempo', title: 'Tempo', isNumber: true },
];
const ROWS = [
  ['Sodium', 'Pads', '8', '112.00'],
  ['Hand over hand', 'Percussion', '2', '96.50'],
  ['A loop whose name is much too long for its column and goes on below', 'Bass', '4', '120.00'],
].map((cells) => ({ id: cells[0]!, cells }));

/** Lists with columns. */
export function TablesSection() {
  return (
    <Part
      title="Table"
      text="Figures stand right. In a narrow window each row becomes an entry with its column names beside the cells."
    >
      <Table caption="Loops" columns={COLUMNS} rows={ROWS} />
      <div style={{ height: 48 }} />
      <Table caption="No loops" columns={COLUMNS} rows={[]} empty="No loops yet." />
    </Part>
  );
}
