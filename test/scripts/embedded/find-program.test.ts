import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {findProgram, type WantedProgram} from '#scripts/embedded/find-program.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {runProgram} from '#scripts/embedded/run-program.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const wanted: WantedProgram = {
	label: 'Greeter',
	variable: 'GREETER_BINARY',
	given: null,
	names: ['greeter', 'hello'],
	minimum: [6, 2],
	sources: [],
	remedy: 'Install Greeter.',
};

function writeProgram(path: string, answer: string): string {
	writeFileSync(path, `#!/bin/sh\n${answer}\n`, {mode: 0o755});
	return path;
}

function machine(t: ExecutionContext, programs: Record<string, string>) {
	const root = tempFolder(t);
	const bin = join(root, 'bin');
	mkdirSync(bin);
	for (const [name, answer] of Object.entries(programs)) {
		writeProgram(join(bin, name), answer);
	}
	return {root, bin, place: {cache: join(root, 'cache'), env: {PATH: `/nowhere:${bin}`}, reporter: listeningReporter()}};
}

const source = (answer: string, fetched: string[] = []) => ({
	id: 'greeter-7',
	label: 'the greeter shop',
	sha256: null,
	fetch: (folder: string) => {
		fetched.push(folder);
		return Promise.resolve(writeProgram(join(folder, 'got'), answer));
	},
});

test('a program on the PATH is taken, and the first name goes first', async t => {
	const {bin, place} = machine(t, {greeter: 'echo "greeter v7.1.2"', hello: 'echo "v=8.0.0"'});
	t.like(await findProgram(wanted, place), {path: join(bin, 'greeter'), version: '7.1.2'});
});

test('a program that is too old or broken is passed over', async t => {
	const {bin, place} = machine(t, {greeter: 'echo "greeter v6.1.9"', hello: 'echo "hello v=6.2.0"'});
	t.like(await findProgram(wanted, place), {path: join(bin, 'hello'), version: '6.2.0'});
});

test('a program that a person named is taken or refused, never replaced', async t => {
	const {bin, place} = machine(t, {greeter: 'echo "v9.9.9"', mine: 'echo "v7.0.0"', broken: 'echo "libfoo is missing" >&2; exit 127'});
	t.like(await findProgram({...wanted, given: join(bin, 'mine')}, place), {version: '7.0.0', origin: 'GREETER_BINARY'});
	await t.throwsAsync(findProgram({...wanted, given: join(bin, 'broken')}, place), {message: /^GREETER_BINARY: .*libfoo is missing/});
	await t.throwsAsync(findProgram({...wanted, given: join(bin, 'absent')}, place), {code: 'program_not_found'});
});

test('a program is fetched once and cached after that', async t => {
	const {place} = machine(t, {});
	const fetched: string[] = [];
	const sources = [source('echo "v7.0.0"', fetched)];
	const first = await findProgram({...wanted, sources}, place);
	const second = await findProgram({...wanted, sources}, place);
	t.is(first.path, second.path);
	t.regex(second.origin, /cached/);
	t.is(fetched.length, 1);
});

test('an earlier source is fetched although a later one is cached, except for data that are thrown away', async t => {
	const {place} = machine(t, {});
	const fetched: string[] = [];
	const better = {...source('echo "v8.0.0"', fetched), id: 'greeter-8'};
	await findProgram({...wanted, sources: [source('echo "v7.0.0"')]}, place);
	const sources = [better, source('echo "v7.0.0"')];
	t.like(await findProgram({...wanted, sources}, {...place, prefersCached: true}), {version: '7.0.0', passedOver: []});
	t.is(fetched.length, 0);
	t.like(await findProgram({...wanted, sources}, place), {version: '8.0.0'});
	t.like(await findProgram({...wanted, sources}, {...place, prefersCached: true}), {version: '8.0.0'});
});

test('a program that is only the second choice comes with the reasons against the first', async t => {
	const {place} = machine(t, {});
	const closed = {...source(''), id: 'closed', label: 'the closed shop', fetch: () => Promise.reject(new Error('no answer within 15 s'))};
	const found = await findProgram({...wanted, sources: [closed, source('echo "v7.0.0"')]}, place);
	t.deepEqual(found.passedOver, ['the closed shop: no answer within 15 s']);
});

test('new data get the official MongoDB 8.0 first, data of another series only theirs', t => {
	const labels = (series: string | null) => wantedMongodb(null, series).sources.map(({label}) => label);
	t.is(labels(null)[0], "MongoDB's own download of 8.0");
	t.true(
		labels(null)
			.slice(1)
			.every(label => /Python package/.test(label)),
	);
	t.true(labels('6.0').includes("MongoDB's own download of 6.0"));
	t.is(labels('8.2')[0], "MongoDB's own download of 8.2");
	for (const series of ['6.0', '7.0', '8.2']) {
		t.is(wantedMongodb(null, series).series, series);
		t.false(labels(series).includes("MongoDB's own download of 8.0"), series);
	}
});

test('a fetch that is stopped ends at once, and no other is tried', async t => {
	const {bin, place} = machine(t, {python3: 'sleep 60'});
	const stop = new AbortController();
	const slow = {
		...source(''),
		fetch: async (_folder: string, {signal}: {signal?: AbortSignal | undefined}) => {
			const {ok} = await runProgram(join(bin, 'python3'), [], {timeoutMs: 600_000, signal});
			t.false(ok);
			throw new Error('stopped');
		},
	};
	const never = {...source(''), fetch: () => Promise.reject(t.fail('another source was asked'))};
	const finding = findProgram({...wanted, sources: [slow, never]}, {...place, signal: stop.signal});
	stop.abort();
	await t.throwsAsync(finding, {name: 'AbortError'});
});

test('a cache that cannot be written is reported with its remedy', async t => {
	const {root, place} = machine(t, {});
	writeFileSync(join(root, 'cache'), '');
	await t.throwsAsync(findProgram({...wanted, sources: [source('')]}, place), {
		message: /nothing can be stored in .*cache \((?:ENOTDIR|EEXIST)\).*KINOTEKA_CACHE/,
	});
});

test('when nothing helps, one message tells every reason and the remedy', async t => {
	const {place} = machine(t, {greeter: 'echo "v1.0.0"'});
	const closed = {...source(''), fetch: () => Promise.reject(new Error('the shop is closed'))};
	const error = await t.throwsAsync(findProgram({...wanted, sources: [closed]}, place), {code: 'program_not_found'});
	t.regex(error?.message ?? '', /6\.2 or newer/);
	t.regex(error?.message ?? '', /the shop is closed/);
	t.regex(error?.message ?? '', /Install Greeter\.$/);
});

test('the remedies name the variables that replace the embedded servers', t => {
	t.regex(wantedMongodb(null).remedy, /MONGODB_URI/);
	t.regex(wantedMongodb(null).remedy, /python3/);
	t.regex(wantedRedis(null).remedy, /REDIS_URL/);
	t.true(wantedMongodb(null).sources.length > 0);
});
