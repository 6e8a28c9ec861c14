/** What other threads print while a test runs. */
const chatter =
  '[00:00:01.234,567] <dbg> net_if: net_if_ipv4_addr_lookup: interface 0x20001a40 up, \x1b[32mlink\x1b[0m 100 Mbit/s full duplex\r\n';

const linesInPiece = 1_000;

/** The console of a device with ztest, of about so many bytes; every tenth test fails. */
export async function* consolePieces(bytes: number, { tests }: { tests: number }): AsyncGenerator<Buffer> {
  const piece = Buffer.from(chatter.repeat(linesInPiece));
  const piecesOfTest = Math.max(Math.round(bytes / tests / piece.length), 1);
  const everyNth = Math.max(Math.round((tests * piecesOfTest * piece.length) / bytes), 1);
  yield Buffer.from('*** Booting Zephyr OS build v3.7.0 ***\r\nRunning TESTSUITE net\r\n');
  for (let at = 1; at <= tests; at += 1) {
    yield Buffer.from(`START - test_${at}\r\n`);
    if (at % everyNth === 0) for (let n = 0; n < piecesOfTest; n += 1) yield piece;
    yield Buffer.from(` ${at % 10 === 0 ? 'FAIL' : 'PASS'} - test_${at} in 0.001 seconds\r\n`);
  }
  yield Buffer.from('TESTSUITE net failed.\r\nPROJECT EXECUTION FAILED\r\n');
}
