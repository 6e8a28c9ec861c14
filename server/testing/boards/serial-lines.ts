import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Daemon, freePort, startDaemon } from './daemon.ts';
import { reachable } from './reachable.ts';

/** A serial port whose far side sends back what it receives: a pseudo-terminal that socat holds. */
export async function startEchoPort(folder: string): Promise<Daemon & { readonly path: string }> {
  const path = join(folder, 'ttyEcho');
  const daemon = await startDaemon(['socat', `PTY,raw,echo=0,link=${path}`, 'EXEC:cat'], {
    cwd: folder,
    answers: () =>
      access(path).then(
        () => true,
        () => false,
      ),
  });
  return { ...daemon, path };
}

/** A console that is a plain connection, and sends back what it receives. */
export async function startEchoServer(folder: string): Promise<Daemon & { readonly port: number }> {
  const port = await freePort();
  const daemon = await startDaemon(['socat', `TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`, 'EXEC:cat'], {
    cwd: folder,
    answers: () => reachable(port),
  });
  return { ...daemon, port };
}

/** A terminal server (ser2net) that speaks RFC 2217 in front of a serial port that echoes. */
export async function startTerminalServer(folder: string): Promise<Daemon & { readonly port: number }> {
  const echo = await startEchoPort(folder);
  const port = await freePort();
  const configuration = `connection: &echo
  accepter: telnet(rfc2217),tcp,127.0.0.1,${port}
  connector: serialdev,${echo.path},115200n81,local
  options:
    kickolduser: true
`;
  await writeFile(join(folder, 'ser2net.yaml'), configuration);
  const server = await startDaemon(['ser2net', '-n', '-c', join(folder, 'ser2net.yaml'), '-P', join(folder, 'pid')], {
    cwd: folder,
    answers: () => reachable(port),
  });
  return { port, stop: async () => void (await Promise.all([server.stop(), echo.stop()])) };
}
