import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {listLogFiles} from '#shared/log/merge-log-files.ts';
import {findPastLines} from '#shared/log/past-logs.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

/** A busy machine reads slowly. */
const patientMs = 600_000;
const lineOf = (level: number, minute: number, msg: string, source = 'api') =>
	JSON.stringify({level, time: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`, source, msg});

test('stored lines of all processes are found by level, source and words, the newest first', async t => {
	const folder = tempFolder(t);
	writeFileSync(
		join(folder, 'kinoteka.1.api-host-1.1.log'),
		[lineOf(30, 1, 'The API is ready'), lineOf(50, 3, 'A disk failed'), ''].join('\n'),
	);
	writeFileSync(
		join(folder, 'kinoteka.2.workers-host-2.1.log'),
		[lineOf(40, 2, 'A DISK is slow', 'workers'), 'no line of ours', ''].join('\n'),
	);
	const find = async (wanted: object) => {
		const {lines, isAll} = await findPastLines(await listLogFiles(folder), {level: 'info', limit: 10, ...wanted}, patientMs);
		t.true(isAll);
		return lines.map(({message}) => message);
	};
	t.deepEqual(await find({}), ['A disk failed', 'A DISK is slow', 'The API is ready']);
	t.deepEqual(await find({level: 'warn', limit: 1}), ['A disk failed']);
	t.deepEqual(await find({search: 'disk'}), ['A disk failed', 'A DISK is slow']);
	t.deepEqual(await find({source: 'workers'}), ['A DISK is slow']);
});
