import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether something listens on a port of the loopback interface. */
export async function reachable(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(
      () => false,
      () => false,
    ),
  ]).catch(() => false);
  socket.destroy();
  return isThere;
}
