import test from 'ava';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {createWorld} from '#test/helpers/world.ts';
import {notifyEvents} from '#workers/executions/notify-events.ts';

test('a new name of a file is told to receivers that chose it, with the number of the file, and to media servers as places', async t => {
	const world = await createWorld(t, {});
	const {deps} = world;
	const movie = await world.addMovie(movieDetails);
	const path = `${movie.path}/new.mkv`;
	await deps.movies.setFile(movie.id, buildMediaFile({id: crypto.randomUUID(), path}), deps.now());
	const add = (overrides: Parameters<typeof buildNotification>[0]) => deps.notifications.add(buildNotification(overrides), deps.now());
	const chosen = await add({kind: 'arrWebhook', secret: null, events: ['renamed']});
	const other = await add({events: ['imported', 'deleted']});
	const server = await add({kind: 'plex', secret: null, apiKey: 'key', events: ['imported', 'deleted']});
	const oldPath = `${movie.path}/old.mkv`;
	await deps.history.add({
		...{event: 'fileRenamed', title: 'new', movieId: movie.id, seriesId: null, episodeIds: [], quality: null, qualityScore: null},
		...{indexer: null, downloadClient: null, downloadId: null, timestamp: deps.now(), data: {path, oldPath}},
	});
	await notifyEvents(deps);
	const sentTo = async ({id}: {id: string}) => (await deps.deliveries.page({notificationId: id, page: 1, limit: 10})).deliveries;
	const [told] = await sentTo(chosen);
	const number = (await deps.numbers.ofFiles('movie', [movie.id])).values().next().value;
	t.like(told?.message, {type: 'renamed', data: {path, oldPath, media: {id: movie.id, app: {path: movie.path, file: number}}}});
	t.deepEqual(await sentTo(other), []);
	t.like(await sentTo(server), [{event: 'imported'}]);
});
