import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-03-10T12:00:00Z');

test('no line of movies reads a whole collection, nor sorts what it reads first', async t => {
	const {stores, connection} = await withStores(t);
	const {movies, searchBackoff} = stores;
	await searchBackoff.noteAll([{id: 'a', line: 'missingMovies'}, {id: 'b', line: 'betterMovies'}, {id: 'c'}], now);
	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});
	await Array.fromAsync(movies.missingLine(now));
	await Array.fromAsync(movies.unsearched(now));
	await Array.fromAsync(movies.belowCutoff());
	await movies.nextAvailable(now);
	await movies.missingOf(['a'], now);
	await movies.belowCutoffOf(['a']);
	await searchBackoff.awake('missingMovies', now);
	await searchBackoff.nextAwake(['betterMovies', 'betterEpisodes'], now);
	const inOrder = await database
		.collection('system.profile')
		.find({ns: /\.(movies|searchBackOff)$/, op: 'query'})
		.toArray();
	await Array.fromAsync(movies.withFileSince(now));
	await database.command({profile: 0});
	const seen = await database
		.collection('system.profile')
		.find({ns: /\.(movies|searchBackOff)$/, op: 'query'})
		.toArray();
	t.deepEqual(
		seen.filter(({planSummary}) => !/IXSCAN|IDHACK/.test(planSummary)).map(({command}) => command.filter),
		[],
	);
	t.deepEqual(
		inOrder.filter(({hasSortStage}) => hasSortStage).map(({command}) => command.filter),
		[],
	);
	t.true(seen.length >= 9);
});
