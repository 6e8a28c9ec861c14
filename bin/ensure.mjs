// Runs under any Node from 20.19, before anything is installed: plain syntax, no packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(root, 'node_modules', '.bin', 'node');
const generatedFrom = join(root, 'node_modules', '.cache', 'firmloop', 'generated-from');

/** What is said on the way must not mix with what a program prints for another one to read. */
const TO_STDERR = ['ignore', 2, 2];

/**
 * Makes this checkout runnable: checks what must be on the machine, installs packages when the lock file asks for
 * others than those that lie here, and generates the database client when its schema changed.
 * Returns the path of the Node that the packages bring. Ends the process with one sentence when something is missing.
 */
export function ensure() {
  checkMachine();
  if (!isInstalled()) install();
  if (!isGenerated()) generate();
  return node;
}

function checkMachine() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
  }
  if (process.platform !== 'linux') stop(`Firmloop runs on Linux, and this is ${process.platform}.`);
  for (const program of ['npm', 'git']) {
    if (spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0) {
      stop(`${program} is missing: install it, for example with “apt-get install ${program}”.`);
    }
  }
}

/** npm leaves a copy of the lock file of what it installed; it is compared package by package. */
function isInstalled() {
  if (!existsSync(node)) return false;
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const own = { ...wanted['']?.dependencies, ...wanted['']?.devDependencies };
  const names = Object.keys(wanted).filter((name) => name !== '');
  return (
    names.every((name) =>
      installed[name]
        ? installed[name].version === wanted[name].version
        : mayBeMissing(wanted[name]) && !(name.replace('node_modules/', '') in own),
    ) && Object.keys(installed).every((name) => name in wanted)
  );
}

/** npm leaves out optional packages for other platforms. One that this program names itself is never of them. */
function mayBeMissing({ optional, devOptional }) {
  return optional === true || devOptional === true;
}

function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return {};
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function install() {
  say('Installing packages (about half a minute, only after a change)…');
  // All of them, also where NODE_ENV says production: the first start builds, and the tests use the same folder.
  const everything = ['--include=dev', '--include=optional'];
  const result = run('npm', ['ci', ...everything, '--no-audit', '--no-fund', '--loglevel=error'], TO_STDERR);
  if (result.status !== 0)
    stop('The packages could not be installed: npm says why above; run npm start again after that.');
  if (!existsSync(node)) {
    stop(
      'The packages came without Node 24: allow install scripts (npm config set ignore-scripts false) and run npm ci.',
    );
  }
}

function isGenerated() {
  if (!existsSync(join(root, 'prisma', 'client', 'client.ts'))) return false;
  return existsSync(generatedFrom) && readFileSync(generatedFrom, 'utf8') === schemaHash();
}

function generate() {
  const result = run(node, [join(root, 'node_modules', 'prisma', 'build', 'index.js'), 'generate'], 'pipe');
  if (result.status !== 0) stop(`The database client could not be generated: ${result.stderr.toString().trim()}`);
  mkdirSync(dirname(generatedFrom), { recursive: true });
  writeFileSync(generatedFrom, schemaHash());
}

function schemaHash() {
  const hash = createHash('sha256');
  for (const file of ['prisma/schema.prisma', 'node_modules/prisma/package.json']) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function run(command, args, stdio) {
  // Prisma would download a native engine that nothing here uses; a program that does nothing takes its place.
  const engine = process.env.PRISMA_SCHEMA_ENGINE_BINARY || '/bin/true';
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: engine, CHECKPOINT_DISABLE: '1' };
  return spawnSync(command, args, { cwd: root, stdio, env });
}

function say(line) {
  console.error(`firmloop: ${line}`);
}

function stop(line) {
  say(line);
  process.exit(1);
}
