import {randomUUID} from 'node:crypto';
import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const start = Date.parse('2026-01-10T12:00:00Z');
const minutes = (count: number) => new Date(start + count * 60_000);
const since = `from=${minutes(0).toISOString()}&to=${minutes(60).toISOString()}`;

async function addEntry({deps}: Served, entry: Record<string, unknown>): Promise<void> {
	const usual = {title: 'The.Lamp.2024.1080p', movieId: null, seriesId: null, episodeIds: [], quality: null, qualityScore: null};
	const rest = {indexer: null, downloadClient: null, downloadId: null, data: {}};
	await deps.history.add({...usual, ...rest, timestamp: minutes(1), ...entry} as never);
}

const outcome = (mediaId: string | null, status: string, at: number, action = 'search') => ({
	historyId: randomUUID(),
	mediaId,
	mediaTitle: 'The Lamp',
	action,
	status,
	message: `It was ${status}.`,
	timestamp: minutes(at),
});

test('what happened since a moment is told with the titles, and each searched title once with its last outcome', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {id} = await addMovie(served, {title: 'The Lamp', year: 2024});
	await addEntry(served, {event: 'grabbed', movieId: id, timestamp: minutes(2)});
	await addEntry(served, {event: 'imported', movieId: id, timestamp: minutes(3)});
	await addEntry(served, {event: 'importFailed', timestamp: minutes(4)});
	await addEntry(served, {event: 'fileRenamed', timestamp: minutes(5)});
	await addEntry(served, {event: 'grabbed', timestamp: minutes(-5)});
	await deps.taskActivities.addMany([
		outcome(id, 'nothing', 10),
		outcome(id, 'refused', 20),
		outcome('gone', 'nothing', 30, 'grab'),
		outcome('found', 'grabbed', 31),
		outcome('late', 'nothing', 90),
		outcome(null, 'refused', 21),
		outcome('refreshed', 'failed', 22, 'refresh'),
	]);
	const {body} = await call(`GET /api/activity?${since}`);
	t.deepEqual(body.counts, {grabbed: 1, imported: 1, failed: 1, subtitles: 0, searched: 3, refused: 1, nothing: 1});
	t.deepEqual(
		body.events.map(({event, media}: {event: string; media: {title: string} | null}) => [event, media?.title ?? null]),
		[
			['importFailed', null],
			['imported', 'The Lamp'],
			['grabbed', 'The Lamp'],
		],
	);
	t.deepEqual(
		body.searches.map(({status, media, message}: {status: string; media: {id: string} | null; message: string}) => [
			status,
			media?.id ?? null,
			message,
		]),
		[
			['nothing', null, 'It was nothing.'],
			['refused', id, 'It was refused.'],
		],
	);
	const [first] = (await call('GET /api/history?limit=1&event=imported')).body.history;
	t.deepEqual([first.media.title, first.media.year, first.media.kind], ['The Lamp', 2024, 'movie']);
	t.is((await call('GET /api/activity?from=yesterday')).status, 400);
});
