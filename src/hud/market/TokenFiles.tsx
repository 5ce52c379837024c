import type { TokenPage } from '../../data/contract/market.ts';
import { Section } from '../kit/Section.tsx';
import { Table } from '../system/Table.tsx';

/** Its cover, document and sound, each by the hash that stands on the chain, so that anybody can keep and check them. */
export function TokenFiles({ files }: Pick<TokenPage, 'files'>) {
  return (
    <Section id="files" title="Files" space="below12">
      <Table
        caption="Files of the token"
        columns={[
          { id: 'name', title: 'File', width: '320px' },
          { id: 'mime', title: 'Kind', width: '160px' },
          { id: 'hash', title: 'SHA-256' },
        ]}
        rows={files.map(({ name, url, mime, hash }) => ({
          id: `${name}.${hash}`,
          cells: [
            <a
              key="name"
              href={url}
              className="link hoverLine anywhere"
              target="_blank"
              rel="noopener"
            >
              {name}
            </a>,
            mime,
            <span key="hash" className="anywhere t13">
              {hash}
            </span>,
          ],
        }))}
        empty="It has no files."
      />
    </Section>
  );
}
