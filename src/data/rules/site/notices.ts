/** The third-party notices as a list. Their format is written by `tools/notices.ts`. Pure. */

interface PackageNotice {
  name: string;
  version: string;
  /** As the package names it, for instance `MIT`. */
  licence: string;
  /** Full text; empty when the package brings none. */
  text: string;
}

export interface LicenceGroup {
  licence: string;
  packages: PackageNotice[];
}

const RULE = `\n${'-'.repeat(72)}\n`;
const HEAD = /^(\S+) (\S+) \((.+)\)$/;

/** The packages of a notices file, in its order. Parts that are not a package are left out. */
export function parseNotices(file: string): PackageNotice[] {
  return file
    .replaceAll('\r\n', '\n')
    .split(RULE)
    .flatMap((part) => {
      const [head = '', ...rest] = part.trim().split('\n');
      const [, name, version, licence] = HEAD.exec(head) ?? [];
      if (!name || !version || !licence) return [];
      return [{ name, version, licence, text: rest.join('\n').trim() }];
    });
}

/** Packages by licence: the licence with most packages first, then by name. */
export function groupNotices(packages: readonly PackageNotice[]): LicenceGroup[] {
  const groups = new Map<string, PackageNotice[]>();
  for (const entry of packages) {
    const group = groups.get(entry.licence);
    if (group) group.push(entry);
    else groups.set(entry.licence, [entry]);
  }
  return [...groups]
    .map(([licence, members]) => ({ licence, packages: members }))
    .sort(
      (a, b) =>
        b.packages.length - a.packages.length ||
        (a.licence < b.licence ? -1 : a.licence > b.licence ? 1 : 0),
    );
}

/** Packages whose name or licence holds every word of `search`, in any case. */
export function searchNotices(packages: readonly PackageNotice[], search: string): PackageNotice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return packages.filter(({ name, licence }) => {
    const text = `${name} ${licence}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
