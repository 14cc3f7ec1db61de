import test, {type ExecutionContext} from 'ava';
import {createWatchdog, workedMs} from '#scripts/processes/watchdog.ts';
import {until} from '#test/helpers/until.ts';

/** Six checks make a limit. */
const limitMs = 60;

function watch(t: ExecutionContext, options: {worked?: () => number | null; workLimitMs?: number} = {}) {
	const seen = {isSilent: false, slow: [] as number[]};
	const watchdog = createWatchdog({
		...options,
		limitMs,
		onSilent() {
			seen.isSilent = true;
		},
		onSlow: waitedMs => void seen.slow.push(waitedMs),
	});
	t.teardown(watchdog.end);
	return {seen, watchdog};
}

test('a process without any sign of life is silent after its limit, whatever idle work its threads do', async t => {
	let idleMs = 0;
	const {seen} = watch(t, {
		worked: () => {
			idleMs += 0.1;
			return idleMs;
		},
	});
	await until(() => seen.isSilent);
	t.deepEqual(seen.slow, [10, 20, 30, 40, 50, 60]);
});

test('a process that works is waited for, but not for ever', async t => {
	let usedMs = 0;
	const {seen} = watch(t, {
		worked: () => {
			usedMs += 5;
			return usedMs;
		},
		workLimitMs: 300,
	});
	await until(() => seen.isSilent);
	t.is(seen.slow.at(-1), 290 + limitMs);
});

test('each word begins the limit again, also the one for work without words', async t => {
	let usedMs = 0;
	let words = 0;
	const worked = () => {
		usedMs += 5;
		return usedMs;
	};
	const {seen, watchdog} = watch(t, {worked, workLimitMs: 60});
	await until(() => {
		if (seen.slow.length >= 40) {
			return true;
		}
		words += 1;
		watchdog.feed();
		return false;
	});
	t.true(words > 0);
	t.false(seen.isSilent);
	await until(() => seen.isSilent);
});

test('the work of a process is that of all its threads', t => {
	const before = workedMs(process.pid) ?? Number.NaN;
	const begin = process.cpuUsage();
	// The kernel tells both kinds of time in hundredths of a second, cut off.
	while (process.cpuUsage(begin).user < 120_000) {
		// Uses the processor.
	}
	if (process.platform === 'linux') {
		t.true((workedMs(process.pid) ?? Number.NaN) - before >= 50);
	}
	t.is(workedMs(2 ** 30), null);
});
