import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {planRun, testFiles} from '#scripts/test/plan-run.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const files = testFiles([]);

test('every test file is run once', t => {
	const {lanes, processes, pages, alone} = planRun({files, lanes: 3, quick: false});
	t.deepEqual([...lanes.flat(), ...processes, ...pages, ...alone].sort(), files);
	t.true(files.length > 200);
	t.is(lanes.length, 4);
});

test('a quick run leaves out what needs servers, processes or browsers, and nothing else', t => {
	const {lanes, processes, pages, alone} = planRun({files, lanes: 2, quick: true});
	t.deepEqual([processes, pages, alone], [[], [], []]);
	const taken = lanes.flat();
	for (const file of ['test/line/movie.test.ts', 'test/api/main.test.ts', 'test/api/movies.test.ts', 'test/workers/movie-line.test.ts']) {
		t.true(files.includes(file) && !taken.includes(file), file);
	}
	for (const file of ['test/shared/domain/decisions/decide.test.ts', 'test/architecture.test.ts', 'test/api/password.test.ts']) {
		t.true(taken.includes(file), file);
	}
});

test('sweeps are a run of their own, and run with others only if they are named', t => {
	const sweeps = testFiles([], {sweeps: true});
	t.true(sweeps.includes('test/line/crash-import.sweep.ts'));
	t.deepEqual(
		files.filter(file => sweeps.includes(file)),
		[],
	);
	t.deepEqual(testFiles(['test/line/movie.test.ts', 'test/line/crash-import.sweep.ts']).length, 2);
	t.throws(() => testFiles(['test/shared/domain'], {sweeps: true}), {message: /No test file/});
});

test('pure tests hold up nobody who waits, nor do whole processes', t => {
	const {lanes, processes} = planRun({files, lanes: 2, quick: false});
	const holding = (file: string) => lanes.find(lane => lane.includes(file)) ?? [];
	t.true(holding('test/shared/domain/decisions/decide.test.ts').every(file => file.startsWith('test/shared/domain/')));
	t.true(processes.includes('test/line/movie.test.ts') && holding('test/line/movie.test.ts').length === 0);
	const sweeps = planRun({files: testFiles([], {sweeps: true}), lanes: 2, quick: false});
	const decoding = 'test/workers/integrations/subtitles/decode-text.sweep.ts';
	t.deepEqual(
		sweeps.lanes.find(lane => lane.includes(decoding)),
		['test/bench/oracle/traps.sweep.ts', 'test/scripts/command-lines.sweep.ts', decoding],
	);
	t.true(sweeps.processes.includes('test/api/outage.sweep.ts'));
});

test('folders, files and patterns name test files', t => {
	const folder = tempFolder(t);
	mkdirSync(join(folder, 'deep'));
	const [one, two, helper] = ['one.test.ts', 'deep/two.test.ts', 'helper.ts'].map(name => join(folder, name));
	for (const path of [one!, two!, helper!]) {
		writeFileSync(path, '');
	}
	t.deepEqual(testFiles([folder]), [two!, one!]);
	t.deepEqual(testFiles([one!, join(folder, '**')]), [two!, one!]);
});

test('a name that finds no test file is an error, whatever else is named', t => {
	for (const name of ['test/shraed', 'test/api/movie.test.ts', 'test/helpers', 'test/peers']) {
		t.throws(() => testFiles(['test/api', name]), {message: new RegExp(`called ${name} or lies there`)});
	}
});

test('a file is the same one whether its path is whole or begins here', t => {
	t.deepEqual(testFiles([join(process.cwd(), 'test/api/movies.test.ts'), './test/api/movies.test.ts']), ['test/api/movies.test.ts']);
});
