import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildEpisodeDetails, buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {readCalendar} from '#test/helpers/read-calendar.ts';
import {serve} from '#test/helpers/serve.ts';

const now = new Date('2026-03-10T15:00:00Z');
const strange = `Salt, Silver; or \\n "Nothing"\r\nof It \u0007\ud800 ${'🎬 Ärger überall '.repeat(12)}`;

async function withFeed(t: Parameters<typeof serve>[0]) {
	const world = await serve(t, {deps: {now: () => now}});
	const film = {title: strange, overview: strange, year: 2026, inCinemas: new Date('2026-03-12'), digitalRelease: new Date('2026-03-30')};
	const movie = await addMovie(world, film);
	const episodes = [
		buildEpisodeDetails(1, 1, {airDate: '2026-03-11', runtime: 45, title: 'Begin, again'}),
		buildEpisodeDetails(1, 2, {airDate: '2026-03-18', runtime: null}),
		buildEpisodeDetails(1, 3, {airDate: '2026-06-01'}),
	];
	const details = buildSeriesDetails({runtime: null, seasons: [buildSeason(1, [], {episodes})]});
	const series = await world.deps.series.add(details, buildNewSeries(), now);
	const {'x-api-key': key = ''} = await world.headersOf('calendar');
	const read = async (query = '', headers: Record<string, string> = {}) => {
		const {status, body, headers: answered} = await world.call(`GET /api/calendar.ics?key=${key}${query}`, {as: 'nobody', headers});
		return {status, text: String(body), headers: answered};
	};
	return {...world, movie, series, key, read};
}

test('the feed is a calendar that a strict program accepts, whatever titles contain', async t => {
	const {read, movie} = await withFeed(t);
	const {status, text, headers} = await read();
	t.is(status, 200);
	t.is(headers.get('content-type'), 'text/calendar; charset=utf-8');
	const entries = readCalendar(text);
	t.is(entries.length, 4);
	const release = entries.find(({UID}) => UID === `movie-${movie.id}-inCinemas@kinoteka`);
	t.is(release?.['DTSTART;VALUE=DATE'], '20260312');
	const plain = strange.replace('\r\n', '\n').replace('\u0007', ' ').replace('\ud800', '\ufffd');
	t.is(release?.['SUMMARY'], `${plain} (2026): in cinemas`);
	t.is(release?.['DESCRIPTION'], plain);
	const [first, second] = entries.filter(({UID}) => UID?.startsWith('episode-'));
	t.deepEqual([first?.['DTSTART'], first?.['DTEND']], ['20260311T000000Z', '20260311T004500Z']);
	t.is(first?.['SUMMARY'], 'Paper Lanterns - S01E01 - Begin, again');
	t.is(second?.['DTEND'], '20260318T003000Z');
});

test('an event keeps its id when its date changes, and the same events give the same text', async t => {
	const {read, deps, series} = await withFeed(t);
	const before = await read();
	t.is((await read()).text, before.text);
	const moved = [buildEpisodeDetails(1, 1, {airDate: '2026-03-14', runtime: 45, title: 'Begin, again'})];
	await deps.series.refresh(series.id, buildSeriesDetails({runtime: null, seasons: [buildSeason(1, [], {episodes: moved})]}), now);
	const uidOf = (text: string, start: string) => readCalendar(text).find(({DTSTART}) => DTSTART === start)?.['UID'];
	const after = await read();
	t.truthy(uidOf(after.text, '20260314T000000Z'));
	t.is(uidOf(after.text, '20260314T000000Z'), uidOf(before.text, '20260311T000000Z'));
});

test('a program that has the feed already is told so', async t => {
	const {read, movie, deps} = await withFeed(t);
	const {headers} = await read();
	t.is(headers.get('cache-control'), 'private, max-age=300');
	const etag = headers.get('etag') ?? '';
	const again = await read('', {'if-none-match': etag});
	t.deepEqual([again.status, again.text], [304, '']);
	await deps.movies.change(movie.id, {monitored: false}, now);
	t.is((await read('', {'if-none-match': etag})).status, 200);
});

test('the feed has the days that it is asked for', async t => {
	const {read} = await withFeed(t);
	const count = async (query: string) => readCalendar((await read(query)).text).length;
	t.is(await count('&past=0&future=0'), 0);
	t.is(await count('&future=1'), 1);
	t.is(await count('&future=100000'), 5);
	t.is(await count('&type=movie'), 2);
	t.is((await read('&past=many')).status, 400);
});

test('a crowded past leaves room for what is to come, and is shown with its last days', async t => {
	const {read, deps} = await withFeed(t);
	const aDay = ['2026-03-04', '2026-03-05', '2026-03-09'].flatMap(day => Array.from({length: 900}, () => day));
	const seasons = [buildSeason(1, [...aDay, '2026-03-12'])];
	const details = buildSeriesDetails({metaId: 7, tvMetaId: 7, title: 'Daily', seasons});
	await deps.series.add(details, buildNewSeries({path: '/tv/Daily'}), now);
	const days = readCalendar((await read('&type=episode')).text).map(({DTSTART}) => DTSTART?.slice(4, 8));
	t.is(days.filter(day => day === '0309').length, 900);
	t.is(days.length, 900 + 1 + 2);
});
