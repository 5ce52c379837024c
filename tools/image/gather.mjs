// `node gather.mjs FOLDER`: lays out what the root of an image needs besides /app, as FOLDER/root: this Node, the libraries that
// it and the native packages load, the licences of both, an account; and as FOLDER/own what the account owns. Run it from /app
// on a Debian with binutils.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const [folder] = process.argv.slice(2);
const target = join(folder, 'root');

function put(from, to = from) {
  mkdirSync(dirname(join(target, to)), { recursive: true });
  cpSync(realpathSync(from), join(target, to), { recursive: true, dereference: true });
}

/** The libraries that a program or a library loads, by their paths in the system. */
const librariesOf = (file) => {
  const text = execFileSync('ldd', [file], { encoding: 'utf8' });
  return [...text.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path);
};

/** The package of the system that a file came with; older paths of the same file are asked for too. */
function systemPackageOf(file) {
  for (const path of [file, join('/usr', file), realpathSync(file)]) {
    const { status, stdout } = spawnSync('dpkg-query', ['-S', path], { encoding: 'utf8' });
    if (status === 0) return stdout.split(':')[0];
  }
  throw new Error(`No package of the system brought ${file}, so its licence is not known.`);
}

const native = globSync('node_modules/**/*.{node,so,so.*}');
const loading = [process.execPath, ...native];
const libraries = [...new Set(loading.flatMap(librariesOf))].filter(
  (path) => !path.startsWith(process.cwd()),
);

put(process.execPath, '/usr/local/bin/node');
// Names of functions inside: 18 MB that only a debugger reads.
execFileSync('strip', [join(target, '/usr/local/bin/node')]);
for (const library of libraries) put(library);

for (const name of new Set(libraries.map(systemPackageOf))) {
  put(`/usr/share/doc/${name}/copyright`);
}
const ownLicence = ['../LICENSE', '../../LICENSE', '../share/doc/nodejs/LICENSE']
  .map((path) => join(dirname(realpathSync(process.execPath)), path))
  .find((path) => existsSync(path));
if (!ownLicence) throw new Error(`The licence of Node is not beside ${process.execPath}.`);
put(ownLicence, '/usr/share/doc/node/LICENSE');

// For connections whose certificates an operator lets the system judge (`NODE_OPTIONS=--use-openssl-ca`).
if (existsSync('/etc/ssl/certs/ca-certificates.crt')) put('/etc/ssl/certs/ca-certificates.crt');
put('/etc/os-release');
mkdirSync(join(target, 'etc'), { recursive: true });
writeFileSync(join(target, 'etc/passwd'), 'root:x:0:0::/:/none\nrondo:x:1000:1000::/tmp:/none\n');
writeFileSync(join(target, 'etc/group'), 'root:x:0:\nrondo:x:1000:\n');
writeFileSync(join(target, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');

for (const [path, mode] of [
  ['own/data', 0o700],
  // Where a volume for backups is mounted: it takes its owner from here.
  ['own/backups', 0o700],
  ['root/tmp', 0o1777],
]) {
  mkdirSync(join(folder, path), { recursive: true });
  chmodSync(join(folder, path), mode);
}
