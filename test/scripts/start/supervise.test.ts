import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {startNodeChild} from '#scripts/start/node-child.ts';
import {groupPools, supervise} from '#scripts/start/supervise.ts';
import {identityOf} from '#shared/process-identity.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const script = fileURLToPath(new URL('../../fixtures/start/child.ts', import.meta.url));
const never = new AbortController().signal;

const child = (name: string, env: Record<string, string> = {}) => ({name, script, env: {NAME: name, ...env}});

function notesFile(t: ExecutionContext) {
	const path = join(tempFolder(t), 'notes');
	return {NOTES: path, read: () => readFileSync(path, 'utf8').trim().split('\n')};
}

test('a child is ready when it says so, and its words come along', async t => {
	const reporter = listeningReporter();
	const running = await startNodeChild(child('api', {WORDS: 'warming up'}), {signal: never, reporter});
	t.is(running.detail, 'api says hello');
	t.truthy(identityOf(running.pid));
	await running.stop(5_000);
	t.is(identityOf(running.pid), null);
	t.deepEqual(reporter.steps, ['api | warming up']);
});

test('a child that ends before it is ready is reported with its last words', async t => {
	const broken = startNodeChild(child('api', {MOOD: 'broken'}), {signal: never, reporter: listeningReporter()});
	await t.throwsAsync(broken, {code: 'process_not_started', message: /api ended: exit code 3: the port is taken/});
});

test('a child that does nothing and is not ready is ended', async t => {
	const mute = startNodeChild(child('api', {MOOD: 'mute'}), {signal: never, reporter: listeningReporter(), readyLimitMs: 300});
	await t.throwsAsync(mute, {code: 'process_not_started', message: /api did nothing for 0 s and was not ready/});
});

for (const mood of ['busy', 'talking', 'working']) {
	test(`a child that is ${mood} before it is ready may take longer than its limit, which is reported`, async t => {
		const reporter = listeningReporter();
		// It is ready after four seconds.
		const slow = await startNodeChild(child('api', {MOOD: mood}), {signal: never, reporter, readyLimitMs: 1500});
		await slow.stop(5_000);
		t.deepEqual(
			reporter.steps,
			{busy: ['api | MongoDB builds indexes'], talking: Array.from({length: 39}, () => 'api | still here')}[mood] ?? [],
		);
		t.regex(reporter.progresses[0] ?? '', /^api is not ready after \d+ s, but works on$/);
	});
}

test('a child that does not listen is ended by force', async t => {
	const deaf = await startNodeChild(child('api', {MOOD: 'deaf'}), {signal: never, reporter: listeningReporter()});
	await deaf.stop(100);
	t.regex((await deaf.exited).reason, /SIGKILL/);
});

test('a child that hangs is reported and ended', async t => {
	const reporter = listeningReporter();
	const hung = await startNodeChild(child('api', {MOOD: 'hung'}), {signal: never, reporter, hungLimitMs: 300});
	t.regex((await hung.exited).reason, /SIGKILL/);
	t.deepEqual(reporter.steps, ['api has not responded for a minute and is being ended']);
});

test('the API is stopped before the workers, and they may finish', async t => {
	const {NOTES, read} = notesFile(t);
	const workers = [child('search', {NOTES, STOP_MS: '100'}), child('grab', {NOTES})];
	const reporter = listeningReporter();
	const supervision = supervise({api: child('api', {NOTES, STOP_MS: '50'}), workers}, reporter);
	await supervision.ready;
	await supervision.stop();

	const notes = read().filter(note => !note.includes('started'));
	t.deepEqual(notes.slice(0, 2), ['api stopping', 'api stopped']);
	t.deepEqual(notes.slice(2).sort(), ['grab stopped', 'grab stopping', 'search stopped', 'search stopping']);
	t.is(reporter.steps.filter(step => step.includes('is ready')).length, 3);
});

test('after a restart all processes run by the new plan', async t => {
	const {NOTES, read} = notesFile(t);
	const reporter = listeningReporter();
	const planFor = (address: string) => ({api: child('api', {NOTES, WORDS: address}), workers: [child('grab', {NOTES, WORDS: address})]});
	const supervision = supervise(planFor('old address'), reporter);
	await supervision.ready;
	await supervision.restart(planFor('new address'));
	await until(() => reporter.steps.filter(step => step.includes('runs again')).length === 2);
	await supervision.stop();
	t.is(reporter.steps.filter(step => step.endsWith('| new address')).length, 2);
	t.is(read().filter(note => note.includes('started')).length, 4);
});

test('one process that cannot start fails the whole start', async t => {
	const supervision = supervise({api: child('api'), workers: [child('search', {MOOD: 'broken'})]}, listeningReporter());
	await t.throwsAsync(supervision.ready, {message: /search ended/});
	await t.notThrowsAsync(supervision.stop());
});

test('every pool has a process of its own unless a group says otherwise', t => {
	t.deepEqual(groupPools(['search', 'grab', 'tasks']), [['search'], ['grab'], ['tasks']]);
	t.deepEqual(groupPools(['search', 'grab', 'tasks'], [['tasks', 'search', 'unknown'], ['gone']]), [['tasks', 'search'], ['grab']]);
});
