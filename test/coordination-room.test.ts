import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('..', import.meta.url));
const room = 'shared/coordination/';

/** How processes wait for each other, which only the files of `shared/coordination` know. */
const mechanisms: Record<string, RegExp> = {
	'a Lua script': /\.eval(?:sha)?\(/i,
	'a lock in Redis': /'NX'/,
	'a sorted set': /\.zadd\(/i,
	'another limiter': /RateLimiter(?:Redis|Memory)|p-limit|async-mutex/,
	'the clock of the database': /\$\$NOW/,
	'repeated work': /(?<!\.)\bsetInterval\(/,
	'a map of promises': /Map<[^>]*Promise</,
	'questions to a thread or a process': /(?:thread|worker|child)\w*\.on(?:ce)?\('message'/i,
};

/** What is no wait for another process, and why. */
const exceptions: Record<string, string> = {
	'shared/heartbeat.ts: repeated work': 'a sign of life, whose failures are no failures of work',
	'shared/events/stream.ts: a Lua script': 'the event stream numbers and publishes an event in one step',
	'shared/events/stream.ts: a map of promises': 'the event stream subscribes to each channel once',
	'api/http/event-streams.ts: repeated work': 'signs of life of an event stream, one for each reply',
};

function sources(folder: string): string[] {
	return (
		readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
			.map(entry => relative(root, join(entry.parentPath, entry.name)))
			// The page runs in a browser, where nothing waits for another process.
			.filter(file => !file.startsWith('api/ui/'))
	);
}

test('only shared/coordination knows how processes wait for each other', t => {
	const files = ['api', 'workers', 'shared'].flatMap(sources).filter(file => !file.startsWith(room));
	t.true(files.length > 500);
	const found = files.flatMap(file => {
		const text = readFileSync(join(root, file), 'utf8');
		return Object.keys(mechanisms).flatMap(name => (mechanisms[name]?.test(text) ? [`${file}: ${name}`] : []));
	});
	t.deepEqual(found.sort(), Object.keys(exceptions).sort());
});

test('the files of shared/coordination have at most 250 lines', t => {
	const lengths = sources(room).map(file => [file, readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length] as const);
	t.deepEqual(
		lengths.filter(([, lines]) => lines > 250),
		[],
	);
});
