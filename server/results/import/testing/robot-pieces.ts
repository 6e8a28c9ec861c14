/** What a keyword of a test of a BMC leaves in output.xml, over and over. */
const keyword =
  '<kw name="Redfish Get" owner="bmc_redfish"><arg>/redfish/v1/Managers/bmc</arg><msg time="2026-01-31T12:00:00.123456" level="INFO">GET https://bmc/redfish/v1/Managers/bmc 200 {"PowerState":"On"}</msg><status status="PASS" start="2026-01-31T12:00:00.123456" elapsed="0.012"/></kw>\n';

const keywordsInPiece = 400;

/** An output.xml of about so many bytes, nearly all of it keywords; every tenth test fails. */
export async function* robotPieces(bytes: number, { tests }: { tests: number }): AsyncGenerator<Buffer> {
  const piece = Buffer.from(keyword.repeat(keywordsInPiece));
  const piecesOfTest = Math.ceil(bytes / tests / piece.length);
  yield Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<robot generator="Robot 7.1" rpa="false" schemaversion="5"><suite id="s1" name="Bmc">\n',
  );
  for (let at = 1; at <= tests; at += 1) {
    yield Buffer.from(`<test id="s1-t${at}" name="Test ${at}" line="${at}">`);
    for (let n = 0; n < piecesOfTest; n += 1) yield piece;
    const status =
      at % 10 === 0
        ? '<status status="FAIL" elapsed="1.5">no answer</status>'
        : '<status status="PASS" elapsed="1.5"/>';
    yield Buffer.from(`${status}</test>\n`);
  }
  const fail = Math.floor(tests / 10);
  yield Buffer.from(
    `</suite><statistics><total><stat pass="${tests - fail}" fail="${fail}" skip="0">All Tests</stat></total></statistics></robot>`,
  );
}
