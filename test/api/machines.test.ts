import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {logFileName, logWriter} from '#shared/log/log-files.ts';
import {answerForMachine, createAskMachines} from '#shared/machines/ask-machines.ts';
import {machineOf} from '#shared/machines/machine.ts';
import {type DiskQuestions, diskAnswers, findLinesEverywhere} from '#shared/machines/machine-questions.ts';
import {machineReports, startReports} from '#shared/machines/reports.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal} from '#test/helpers/until.ts';

const writer = (startedAt: number) => logWriter({startedAt, source: 'worker-import', host: 'elsewhere', pid: 7});
const line = (msg: string, time: string) => `${JSON.stringify({level: 30, time, source: 'worker-import', msg})}\n`;

function writeLog(folder: string, text: string): void {
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, logFileName(writer(1_700_000_000_000), 1)), text);
}

/** A process with a data folder of its own, which is a machine of its own. */
async function otherMachine(t: Parameters<typeof tempFolder>[0], {deps}: Served) {
	const dataDir = tempFolder(t);
	const machine = {...(await machineOf(dataDir)), name: 'second'};
	const reports = await startReports({redis: deps.producer, prefix: deps.prefix, machine, services: ['worker:import']});
	t.teardown(reports.stop);
	t.teardown(answerForMachine(machine, diskAnswers({dataDir, settings: deps.settings}), {...deps, redis: deps.producer}));
	await deps.events.listening({channel: 'machines'});
	return {dataDir, machine};
}

test('logs and backups of all machines are found by any API, and each backup says where it lies', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {dataDir} = await otherMachine(t, served);
	writeLog(deps.http.logDirectory, line('here', '2026-03-04T05:00:00.000Z'));
	writeLog(join(dataDir, 'logs'), line('there', '2026-03-04T05:00:01.000Z'));
	const {body} = await call('GET /api/settings/logs');
	t.deepEqual([body.lines.map(({message}: {message: string}) => message), body.isAll, body.silent], [['there', 'here'], true, []]);
	const all = await fetch(`${served.url}/api/settings/logs/download?all=true`, {headers: await served.headersOf('admin')});
	const text = await new Response(all.body?.pipeThrough(new DecompressionStream('gzip'))).text();
	t.deepEqual(text.match(/here|there/g), ['here', 'there']);

	const write = (from: string, at: string) =>
		writeBackup(
			{...deps, dataDir: deps.http.dataDir},
			{
				...{to: join(from, 'backups'), madeBy: 'schedule', now: new Date(at), signal: longSignal()},
			},
		);
	await deps.installation.findStartFault(deps.http.secretKey);
	await write(deps.http.dataDir, '2026-03-04T05:06:07Z');
	await write(dataDir, '2026-03-05T05:06:07Z');
	const listed = (await call('GET /api/backups')).body;
	t.deepEqual(
		listed.backups.map(({name, machine}: {name: string; machine: string}) => [name, machine === 'second']),
		[
			['kinoteka-2026-03-05T05-06-07', true],
			['kinoteka-2026-03-04T05-06-07', false],
		],
	);
	t.deepEqual(listed.silent, []);
	const there = await fetch(`${served.url}/api/backups/kinoteka-2026-03-05T05-06-07/download`, {headers: await served.headersOf('admin')});
	t.regex(Buffer.from(await there.arrayBuffer()).toString('latin1'), /manifest\.json[\s\S]*"madeBy": "schedule"/);
	const restore = await call('POST /api/backups/kinoteka-2026-03-05T05-06-07/restore');
	t.is(restore.status, 409);
	t.regex(JSON.stringify(restore.body), /on the machine second/);
});

test('a machine that does not answer is named', async t => {
	const {deps} = await serve(t);
	const reports = await startReports({
		...{redis: deps.producer, prefix: deps.prefix, machine: {id: 'gone', name: 'silent-host'}, services: ['api']},
	});
	t.teardown(reports.stop);
	const ask = createAskMachines<DiskQuestions>(async () => ({id: 'own', name: 'own'}), {...deps, redis: deps.producer, limitMs: 20});
	const own = async () => ({lines: [], isAll: true});
	t.deepEqual(await findLinesEverywhere({level: 'info', limit: 10}, ask, own), {lines: [], isAll: false, silent: ['silent-host']});
});

test('health names the machine and the folder that a process lacks and others have for long', async t => {
	const {call, deps} = await serve(t);
	const films = {path: '/media/films', kind: 'root' as const, name: 'root folder Films'};
	const report = (name: string, rest: object) =>
		machineReports(deps.producer, deps.prefix).put({
			[name]: {process: name, machine: {id: name, name}, services: ['worker:import'], reached: [], missing: [], steady: [], ...rest},
		});
	await report('nas', {reached: [films]});
	await report('attic', {missing: [films]});
	t.deepEqual(
		(await call('GET /api/health')).body.checks.machines,
		{status: 'healthy', lacking: []},
		'one may have seen the first file before the other',
	);
	await report('nas', {reached: [films], steady: [films.path]});
	const {checks, issues} = (await call('GET /api/health')).body;
	t.deepEqual(checks.machines.lacking, [{machine: 'attic', folder: 'root folder Films'}]);
	const issue = issues.find(({code}: {code: string}) => code === 'folders_missing_on_machine');
	t.is(issue.reason, 'A machine does not reach folders that others reach: attic (root folder Films).');
	t.false(JSON.stringify(issue).includes('/media'));
});
