import {readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';
import {redisKeys} from '#test/helpers/versions/redis-keys.ts';
import {type Shapes, shapesOf, whatBreaks} from '#test/helpers/versions/shapes.ts';

/**
 * What the last version wrote. `WRITE_SHAPES=1` writes it anew, which is done once after a release, when payloadVersion
 * has been raised for the next one.
 */
const file = new URL('../fixtures/shapes-of-last-version.json', import.meta.url);

test('jobs, documents and indexes can be used by the version before, which runs beside this one during an update', async t => {
	const {connection} = await withStores(t);
	const now = shapesOf(connection, Object.keys(redisKeys));
	if (process.env['WRITE_SHAPES']) {
		writeFileSync(file, `${JSON.stringify({...now, payloadVersion: now.payloadVersion - 1}, null, '\t')}\n`);
	}
	const before = JSON.parse(readFileSync(file, 'utf8')) as Shapes;
	t.deepEqual(whatBreaks(before, now), []);
	const gone = before.redis.filter(name => !now.redis.includes(name));
	t.deepEqual(gone, [], 'a value in Redis of another form gets another name, and the version before still looks for the old one');
});

test('what the version before would not understand is named', t => {
	const before: Shapes = {
		...{payloadVersion: 1, dataVersion: 3, redis: []},
		payloads: {search: {'': 'object', kind: 'string of a,b'}, old: {'': 'object'}},
		answers: {search: {'': 'object', count: 'number'}},
		documents: {movies: {title: 'String', year: 'Number'}},
		indexes: {movies: {list_year: '[{"year":1},false]'}},
	};
	const now: Shapes = {
		...{payloadVersion: 1, dataVersion: 3, redis: []},
		payloads: {search: {'': 'object', kind: 'string of a,b,c', id: 'string', more: 'string optional'}},
		answers: {search: {'': 'object'}},
		documents: {movies: {title: 'Number'}},
		indexes: {movies: {list_year: '[{"year":-1},false]', other: '[{"a":1},false]'}},
	};
	t.deepEqual(whatBreaks(before, now), [
		'search demands id: make it optional for one version.',
		'kind of search is "string of a,b,c" instead of "string of a,b": raise payloadVersion.',
		'The job old is gone: keep its handler for one version.',
		'count is missing in the answer of search.',
		'title in documents of movies is "Number" instead of "String".',
		'year is missing in documents of movies.',
		'The index list_year of movies has another form: give it another name.',
	]);
	t.deepEqual(whatBreaks(before, {...before, payloads: {...before.payloads, search: {'': 'object', kind: 'string of a'}}}), [
		'search does not take every value of kind any more: jobs of the version before have them.',
	]);
	t.deepEqual(whatBreaks(before, before), []);
});
