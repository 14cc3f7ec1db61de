import test from 'ava';
import {MongoClient} from 'mongodb';
import type {MovieReply} from '#scripts/demo/replies.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, search, until} from '#test/helpers/line/steps.ts';
import {withRedis} from '#test/helpers/redis.ts';

const [bunny, spring] = [10378, 593048];

const condition = (value: string, number: number) => ({
	...{name: `c${number}`, kind: 'releaseTitle', value},
	...{negate: false, required: false},
});
/** Each takes for ever on the names of the sandbox's releases. */
const hostile = Array.from({length: 500}, (_, number) => condition(`(\\w+\\.?)+y${number}z1`, number));

test('five hundred conditions that take for ever, stored before any were checked, hold up no search and end no worker', async t => {
	const {uri, name} = await withDatabase(t);
	const {url: redisUrl, prefix} = await withRedis(t);
	const line = await startLine(t, {servers: {mongodbUri: uri, redisUrl, redisPrefix: prefix}});
	const {api} = line;
	const format = (conditions: readonly object[], number: number) => ({name: `Format ${number}`, conditions, includeWhenRenaming: false});
	await t.throwsAsync(api.post('/api/custom-formats', format(hostile.slice(0, 20), 0)), {code: 'validation_failed'});

	const database = await new MongoClient(uri).connect();
	t.teardown(() => database.close());
	for (let number = 0; number < 10; number += 1) {
		const {id} = await api.post<{id: string}>('/api/custom-formats', format([condition('kite', 0)], number));
		const conditions = hostile.slice(number * 50, (number + 1) * 50);
		await database.db(name).collection<{_id: string}>('customFormats').updateOne({_id: id}, {$set: {conditions}});
	}

	const movie = await addMovie(line, bunny);
	const found = await Promise.all([search(line, movie.id), search(line, movie.id), search(line, movie.id)]);
	t.deepEqual(
		found.map(releases => releases.filter(({approved}) => approved).length),
		[2, 2, 2],
	);
	// Meanwhile another one finds its release by itself, and is imported.
	const other = await addMovie(line, spring, {searchOnAdd: true});
	await until(async () => ((await api.get<MovieReply>(`/api/library/movies/${other.id}`)).hasFile ? true : null));

	const {customFormats: failing} = await api.get<{customFormats: {lastError: string | null}[]}>('/api/custom-formats');
	t.true(failing.every(({lastError}) => lastError !== null));
	t.notRegex(line.said(), /ended|did nothing|watchdog|not respond/i);
});
