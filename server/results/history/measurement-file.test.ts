import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { measurementJunit } from '#lib/report/measurement-junit.ts';
import { measuredCases } from '#server/store/measured-cases.ts';
import { projectForResults } from '#server/store/project-named.ts';
import { testPool } from '#server/testing/test-pool.ts';
import { importBuild, junitOf } from '../import/testing/import-build.ts';

const pool = await testPool();

const strange = `<testsuites><testsuite name="a &lt;b&gt; / c"><testcase name="tab&#9;line&#10;quote&quot;" classname="c&amp;d" time="0.25">
    <failure message="1 &lt; 2&#10;and &#x202e;more"/></testcase><testcase name="tab line quote"/></testsuite>
  <testsuite name="other"><testcase name="tab line quote"><skipped type="untested" message="built only"/></testcase></testsuite></testsuites>`;
const tried = `<testsuite name="s"><testcase name="twice"><failure message="one"/><rerunFailure message="two"/></testcase>
  <testcase name="mixed"><failure message="one"/><rerunError message="two"/></testcase>
  <testcase name="saved"><flakyError message="no answer"/></testcase></testsuite>`;
const tap = 'TAP version 13\n1..3\nok 1 - first # SKIP no board\nnot ok 2 - second\nok 3 - third # TODO later\n';

test.each([
  ['every outcome', junitOf('ppffeesskk')],
  ['names that are no markup', strange],
  ['attempts', tried],
  ['another format', tap],
])('a measurement of %s that is taken along as JUnit and read again has the same tests and counts', async (_, text) => {
  const { id: projectId } = await projectForResults(pool, `p-${randomUUID()}`);
  const first = await importBuild(pool, projectId, text, { branch: 'main', build: '1' });
  const file = measurementJunit('results', await measuredCases(pool, first.resultSetId));
  const second = await importBuild(pool, projectId, file, { branch: 'main', build: '2' });
  const { rows } = await pool.query(
    `SELECT s.counts, (SELECT json_agg(json_build_array(t.key, r.outcome, r.attempt) ORDER BY t.key, r.attempt)
       FROM test_result r JOIN test_identity t ON t.id = r.test_id WHERE r.result_set_id = s.id) AS tests, f.warnings
     FROM result_set s JOIN import_file f ON f.result_set_id = s.id WHERE s.id = ANY($1) ORDER BY s.created_at`,
    [[first.resultSetId, second.resultSetId]],
  );
  const [was, is] = rows;
  expect({ counts: is.counts, tests: is.tests }).toEqual({ counts: was.counts, tests: was.tests });
  expect(is.warnings).toEqual([]);
});
