import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {describeChecks, runChecks} from '#scripts/test/checks.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('a check that fails is reported with what it printed, and the others by name', async t => {
	const folder = tempFolder(t);
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify({scripts: {lint: 'exit 0', unused: 'exit 3', types: 'echo a wrong type >&2; exit 2'}}),
	);
	const checks = await runChecks(folder, ['unused'], new AbortController().signal);
	t.deepEqual(
		checks.map(({name, passed}) => [name, passed]),
		[
			['lint', true],
			['types', false],
		],
	);
	t.regex(describeChecks(checks), /^lint passed\n[\s\S]*a wrong type\n[\s\S]*types failed$/);
});
