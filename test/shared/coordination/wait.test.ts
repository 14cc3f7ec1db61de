import test from 'ava';
import {pino} from 'pino';
import {every, joinCalls, mapInTurns, takingAtLeast, warnSometimes} from '#shared/coordination/wait.ts';

test('quick work takes as long as it has to, and answers its result', async t => {
	const begun = performance.now();
	t.is(await takingAtLeast(20, async () => 'done'), 'done');
	t.true(performance.now() - begun >= 20);
});

test('work that fails does so at once', async t => {
	const failing = takingAtLeast(60_000, async () => {
		throw new Error('broken');
	});
	await t.throwsAsync(failing, {message: 'broken'});
});

test('calls that come meanwhile are done together, and each waits for its own', async t => {
	const runs: number[][] = [];
	const slow = Promise.withResolvers<void>();
	const ask = joinCalls<number, string>(
		async items => {
			runs.push([...items]);
			await (runs.length === 1 && slow.promise);
			if (items.includes(4)) {
				throw new Error('broken');
			}
			return `run ${runs.length}`;
		},
		{max: 3},
	);
	const first = [ask(1), ask(2)];
	await null;
	const others = [ask(3), ask(5), ask(6), ask(4)].map(each => each.catch(error => (error as Error).message));
	slow.resolve();
	t.deepEqual(await Promise.all([...first, ...others]), ['run 1', 'run 1', 'run 2', 'run 2', 'run 2', 'broken']);
	t.deepEqual(runs, [[1, 2], [3, 5, 6], [4]]);
	t.is(await ask(7), 'run 4', 'and it goes on after a failure');
});

test('a query that begins when it is waited for, and only once, ends for all callers together', async t => {
	const begun: string[] = [];
	const ended: string[] = [];
	const ask = joinCalls<string, string>(items => {
		const name = items.join('');
		return {
			// biome-ignore lint/suspicious/noThenProperty: as the queries of mongoose have it.
			then(onResult) {
				if (begun.includes(name)) {
					throw new Error('begun already');
				}
				begun.push(name);
				const running = new Promise<void>(resolve => setImmediate(resolve)).then(() => void ended.push(name));
				return running.then(() => name).then(onResult);
			},
		};
	});
	const callers = ['a', 'b', 'c'].map(async item => [await ask(item), ...ended]);
	t.deepEqual(await Promise.all(callers), [
		['abc', 'abc'],
		['abc', 'abc'],
		['abc', 'abc'],
	]);
	t.deepEqual(begun, ['abc']);
});

test('what is repeated does not begin again before it has ended', async t => {
	let starts = 0;
	let slow = Promise.withResolvers<void>();
	const second = Promise.withResolvers<void>();
	const ended = new AbortController();
	const begun = Promise.withResolvers<void>();
	every(
		1,
		() => {
			starts += 1;
			(starts === 1 ? begun : second).resolve();
			return slow.promise;
		},
		{signal: ended.signal},
	);
	await begun.promise;
	await new Promise(resolve => setTimeout(resolve, 10));
	t.is(starts, 1);
	slow.resolve();
	slow = Promise.withResolvers();
	await second.promise;
	ended.abort();
	t.is(starts, 2);
});

test('work that begins at once does not begin again before it has ended either', async t => {
	let starts = 0;
	const slow = Promise.withResolvers<void>();
	const again = Promise.withResolvers<void>();
	const work = () => {
		starts += 1;
		(starts === 2 ? again : {resolve() {}}).resolve();
		return slow.promise;
	};
	const end = every(1, work, {atOnce: true});
	t.is(starts, 1);
	await new Promise(resolve => setTimeout(resolve, 10));
	t.is(starts, 1);
	slow.resolve();
	await again.promise;
	end();
});

test('work that fails is repeated, and its failures are reported', async t => {
	const failed = Promise.withResolvers<unknown>();
	let tries = 0;
	const end = every(
		1,
		() => {
			tries += 1;
			throw new Error(`broken ${tries}`);
		},
		{onError: error => tries === 2 && failed.resolve(error)},
	);
	t.like(await failed.promise, {message: 'broken 2'});
	end();
});

test('a failure that repeats is logged once', t => {
	const lines: string[] = [];
	const warn = warnSometimes(pino({}, {write: (line: string) => void lines.push(line)}), 'It is tried again');
	warn(new Error('first'));
	warn(new Error('second'));
	t.is(lines.length, 1);
	t.regex(lines[0] ?? '', /first.*It is tried again/);
});

test('others have their turn while a long list is worked off', async t => {
	let turns = 0;
	const others = setInterval(() => {
		turns += 1;
	}, 1);
	t.teardown(() => clearInterval(others));
	const busyUntil = (end: number) => {
		while (performance.now() < end) {
			// Nothing else runs in this thread meanwhile.
		}
	};
	const made = await mapInTurns([1, 2, 3, 4, 5], each => {
		busyUntil(performance.now() + 20);
		return each * 2;
	});
	t.deepEqual(made, [2, 4, 6, 8, 10]);
	t.true(turns >= 2, `${turns}`);
});
