import test from 'ava';
import {nextSearch} from '#shared/domain/searches/search-backoff.ts';
import {withStores} from '#test/helpers/stores.ts';

const hour = 3_600_000;
const now = new Date('2026-03-10T12:00:00Z');
const later = (hours: number) => new Date(Number(now) + hours * hour);

test('searches of several titles are counted for each, and set the back-off of each by the rule', async t => {
	const {stores} = await withStores(t);
	const {searchBackoff} = stores;
	const season = 'a-series-1';
	let at = now;
	for (let tries = 1; tries <= 7; tries += 1) {
		await searchBackoff.noteAll([{id: 'a', season}, {id: 'b'}, {id: `other-${tries}`, airedAt: at}], at);
		const standings = await searchBackoff.standings(['a', 'b', `other-${tries}`], at);
		t.like(standings.get('a'), {tries, pausedUntil: nextSearch(tries, at, {season}), isInLine: false});
		t.like(standings.get('b'), {tries, pausedUntil: nextSearch(tries, at), wasFound: false});
		t.like(standings.get(`other-${tries}`), {tries: 1, pausedUntil: new Date(Number(at) + hour)});
		at = new Date(Number(at) + 9 * 24 * hour);
	}
	await searchBackoff.note('b', at, {found: true});
	t.like((await searchBackoff.standings(['b'], at)).get('b'), {tries: 1, pausedUntil: nextSearch(1, at), wasFound: true});
});

test('no search is lost when two of a title end at once', async t => {
	const {searchBackoff} = (await withStores(t)).stores;
	await searchBackoff.note('a', now);
	await Promise.all(Array.from({length: 5}, () => searchBackoff.note('a', now)));
	t.is((await searchBackoff.standings(['a'], now)).get('a')?.tries, 6);
});

test('titles wait in their lines, are searched when their back-off is over, and leave when they are not wanted', async t => {
	const {searchBackoff} = (await withStores(t)).stores;
	const line = 'missingMovies';
	await searchBackoff.noteAll([{id: 'a', line}, {id: 'b', line}, {id: 'c', line: 'betterMovies'}, {id: 'd'}], now);
	await searchBackoff.note('e', later(-1), {line});
	t.deepEqual(await searchBackoff.nextAwake([line], now), later(5));
	t.deepEqual(await searchBackoff.nextAwake(['betterMovies', 'betterEpisodes'], now), later(6));
	t.is(await searchBackoff.nextAwake(['missingEpisodes'], now), null);
	t.deepEqual(await searchBackoff.awake(line, later(5)), ['e']);
	t.deepEqual((await searchBackoff.awake(line, later(6))).toSorted(), ['a', 'b', 'e']);
	await searchBackoff.note('a', later(6), {line});
	await searchBackoff.leaveLine(['a', 'b'], later(6));
	t.deepEqual(await searchBackoff.awake(line, later(6)), ['e']);
	t.deepEqual((await searchBackoff.awake(line, later(40))).toSorted(), ['a', 'e']);
	t.is((await searchBackoff.standings(['b'], later(6))).get('b')?.tries, 1, 'what it has tried is not forgotten');
});

test('a title is paused for every execution but the execution that has searched it', async t => {
	const {searchBackoff} = (await withStores(t)).stores;
	await searchBackoff.note('a', now, {executionId: 'mine'});
	await searchBackoff.note('b', now);
	t.deepEqual([...(await searchBackoff.paused(['a', 'b', 'c'], now, {exceptBy: 'mine'}))], ['b']);
	t.is((await searchBackoff.paused(['a', 'b', 'c'], now, {exceptBy: 'another'})).size, 2);
	t.is((await searchBackoff.paused(['a', 'b', 'c'], now)).size, 2);
	t.is((await searchBackoff.paused([], now)).size, 0);
});
