import test from 'ava';
import {growingPauseMs, keepRunning, type Running} from '#scripts/processes/keep-running.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';

/** A process that runs until somebody ends it. */
function createProcess() {
	let end: (ending: {reason: string}) => void = () => undefined;
	const exited = new Promise<{reason: string}>(resolve => {
		end = resolve;
	});
	const running: Running = {
		exited,
		stop: () => {
			end({reason: 'stopped'});
			return Promise.resolve();
		},
		kill: () => end({reason: 'killed'}),
	};
	return {running, die: (reason: string) => end({reason})};
}

/** Starts processes from a list; `started(n)` resolves at the start number n. */
function createStarter(outcomes: (ReturnType<typeof createProcess> | Error)[]) {
	const waiting = outcomes.map(() => Promise.withResolvers<void>());
	let count = 0;
	const start = () => {
		const outcome = outcomes[count];
		waiting[count]?.resolve();
		count++;
		return outcome && !(outcome instanceof Error) ? Promise.resolve(outcome.running) : Promise.reject(outcome);
	};
	return {start, started: (index: number) => waiting[index]?.promise, count: () => count};
}

test('a process that dies is started again, and so is one whose next start fails', async t => {
	const [first, second] = [createProcess(), createProcess()];
	const {start, started, count} = createStarter([first, new Error('the port is taken'), second]);
	const reporter = listeningReporter();
	const kept = keepRunning({name: 'API', start, reporter, pauseMs: () => 0});
	await kept.ready;
	first.die('SIGKILL');
	await started(2);
	await kept.stop(1_000);
	t.is(count(), 3);
	t.regex(reporter.steps.join('\n'), /API ended \(SIGKILL\)[\s\S]*API did not start: the port is taken[\s\S]*API runs again/);
});

test('a first start that fails is reported and not tried again', async t => {
	const {start, count} = createStarter([new Error('no such file'), createProcess()]);
	const kept = keepRunning({name: 'API', start, reporter: listeningReporter(), pauseMs: () => 0});
	await t.throwsAsync(kept.ready, {message: 'no such file'});
	await kept.stop(1_000);
	t.is(count(), 1);
});

test('a stop during the pause before the next start ends it', async t => {
	const first = createProcess();
	const {start, count} = createStarter([first, createProcess()]);
	const {promise: paused, resolve} = Promise.withResolvers<void>();
	const pauseMs = () => {
		resolve();
		return 60_000;
	};
	const kept = keepRunning({name: 'API', start, reporter: listeningReporter(), pauseMs});
	await kept.ready;
	first.die('SIGKILL');
	await paused;
	await kept.stop(1_000);
	t.is(count(), 1);
});

test('a stop during a start stops what comes of it', async t => {
	const process = createProcess();
	const {promise, resolve} = Promise.withResolvers<Running>();
	const kept = keepRunning({name: 'API', start: () => promise, reporter: listeningReporter()});
	const stopped = kept.stop(1_000);
	resolve(process.running);
	await stopped;
	t.deepEqual(await process.running.exited, {reason: 'stopped'});
});

test('the pause grows to half a minute', t => {
	t.deepEqual([0, 1, 2, 3, 10, 1_000].map(growingPauseMs), [500, 1_000, 2_000, 4_000, 30_000, 30_000]);
});
