import type { ConnectionOf } from '#lib/boards/connections.ts';
import type { Refused } from '../capabilities.ts';
import type { Bench } from '../driver.ts';
import { runTool, type ToolAnswer } from '../tool.ts';
import { driverTunables } from '../tunables.ts';

export type Ipmi = ConnectionOf<'ipmi'>;

/** The words of ipmitool before its command. The password is never among them: it is read from the environment. */
export function ipmiWords({ host, port, user, cipher }: Ipmi): readonly [string, ...string[]] {
  // Asked twice, two seconds each: with its own patience it takes 20 s to say that nobody is there.
  const patience = ['-N', '2', '-R', '1'];
  const session = ['-C', String(cipher), '-H', host, '-p', String(port), '-U', user, '-E'];
  return ['ipmitool', '-I', 'lanplus', ...patience, ...session];
}

/** The environment that lets ipmitool in; refused when the runner lacks the secret. */
export async function ipmiSecret(
  { password }: Ipmi,
  bench: Bench,
): Promise<{ ok: true; env: Record<string, string> } | Refused> {
  const secret = await bench.secret(password);
  if (secret === null) return { ok: false, reason: `this runner has no secret ${password}` };
  return { ok: true, env: { IPMI_PASSWORD: secret } };
}

/** One question to the controller. */
export async function ipmitool(
  connection: Ipmi,
  bench: Bench,
  command: readonly string[],
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const secret = await ipmiSecret(connection, bench);
  if (!secret.ok) return { ...secret, stdout: '', stderr: '' };
  const argv = [...ipmiWords(connection), ...command] as const satisfies readonly string[];
  const [program = 'ipmitool', ...rest] = argv;
  return await runTool(bench, { argv: [program, ...rest], env: secret.env, withinMs: driverTunables.readMs, signal });
}
