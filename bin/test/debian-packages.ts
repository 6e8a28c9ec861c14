import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from '#server/process/find-program.ts';

/** A Debian package that tests need. */
export interface DebianPackage {
  readonly name: string;
  /** A program of the package, or the absolute path of one of its files: there when the package is. */
  readonly brings: string;
  readonly why: string;
}

/** What the tests need beyond Node, npm and git. */
export const debianPackages: readonly DebianPackage[] = [
  { name: 'bubblewrap', brings: 'bwrap', why: 'commands of an activity run in a sandbox' },
  { name: 'check', brings: '/usr/include/check.h', why: 'a library of tests that runs one case of several' },
  { name: 'chromium', brings: '/usr/bin/chromium', why: 'the pages are tested in a real browser' },
  {
    name: 'cpputest',
    brings: '/usr/include/CppUTest/TestHarness.h',
    why: 'a library of tests that runs those of a group and name',
  },
  { name: 'g++', brings: 'g++', why: 'tests of C++ are built for the host' },
  { name: 'gcc', brings: 'gcc', why: 'example firmware is built for the host' },
  { name: 'gcc-arm-none-eabi', brings: 'arm-none-eabi-gcc', why: 'example firmware is built for an emulated board' },
  { name: 'ipmitool', brings: 'ipmitool', why: 'management controllers are asked with it' },
  { name: 'libc6-dev', brings: '/usr/include/stdio.h', why: 'headers for the host compiler' },
  { name: 'make', brings: 'make', why: 'example firmware is built with make' },
  { name: 'openipmi', brings: 'ipmi_sim', why: 'a management controller to try IPMI on' },
  { name: 'openssh-server', brings: 'sshd', why: 'a machine to try commands and files over SSH on' },
  { name: 'python3', brings: '/usr/bin/python3', why: 'notebooks are executed by it' },
  {
    name: 'python3-ipykernel',
    brings: '/usr/lib/python3/dist-packages/ipykernel',
    why: "cells are executed by Jupyter's protocol where it is there",
  },
  { name: 'qemu-system-arm', brings: 'qemu-system-arm', why: 'example firmware runs on an emulated board' },
  { name: 'redfishtool', brings: 'redfishtool', why: 'a client that proves the Redfish service of the tests' },
  { name: 'ser2net', brings: 'ser2net', why: 'a terminal server to try RFC 2217 on' },
  { name: 'socat', brings: 'socat', why: 'serial ports without hardware' },
  { name: 'util-linux', brings: '/usr/bin/setpriv', why: 'children end with the process that started them' },
];

/** Those that are not on this machine. */
export function missingPackages(): DebianPackage[] {
  const path = `${process.env.PATH}:/usr/sbin`;
  return debianPackages.filter(({ brings }) =>
    brings.startsWith('/') ? !existsSync(brings) : findProgram(brings, process.cwd(), path) === undefined,
  );
}

/** Installs packages with apt; true when all of them are there afterwards. */
export function installPackages(packages: readonly DebianPackage[]): boolean {
  const names = packages.map(({ name }) => name);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env } satisfies Parameters<typeof spawnSync>[2];
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], options);
  return missingPackages().length === 0;
}
