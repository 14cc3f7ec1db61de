import test, {type ExecutionContext} from 'ava';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildFormatBody} from '#test/helpers/build-records.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {createWorld} from '#test/helpers/world.ts';
import {notifyEvents} from '#workers/executions/notify-events.ts';
import {recordFileDeleted} from '#workers/library/record-file-deleted.ts';

async function withProgram(t: ExecutionContext) {
	const world = await createWorld(t, {series: {}});
	const {deps} = world;
	const events = ['grabbed', 'upgraded', 'deleted', 'titleRemoved'] as const;
	const receiver = await deps.notifications.add(buildNotification({kind: 'arrWebhook', secret: null, events: [...events]}), deps.now());
	await deps.downloadClients.add(buildDownloadClient({name: 'Box', kind: 'deluge'}), deps.now());
	const happens = (entry: Partial<HistoryEntry>) =>
		deps.history.add({
			...{event: 'grabbed', title: 'a', movieId: null, seriesId: null, episodeIds: [], quality: null, qualityScore: null},
			...{indexer: null, downloadClient: 'Box', downloadId: null, data: {}, timestamp: deps.now(), ...entry},
		});
	const told = async () => {
		await notifyEvents(deps);
		const {deliveries} = await deps.deliveries.page({notificationId: receiver.id, page: 1, limit: 100});
		return new Map(
			deliveries.map(({message}) => [`${message.type} ${'media' in message.data ? message.data.media?.type : ''}`, message.data]),
		);
	};
	return {...world, happens, told};
}

test('programs are told what was grabbed by which formats, for which client, and when its episodes were shown', async t => {
	const {deps, series, episode, happens, told} = await withProgram(t);
	const format = await deps.customFormats.add(buildFormatBody({name: 'HDR'}) as Parameters<typeof deps.customFormats.add>[0], deps.now());
	const second = await episode(1, 2);
	await happens({seriesId: series.id, episodeIds: [second.id], data: {formatScore: 120, formatIds: `${format.id} gone`}});
	t.like((await told()).get('grabbed series'), {
		media: {app: {clientKind: 'deluge', formats: {score: 120, names: ['HDR']}, airDates: [second.airDate]}},
	});
	t.regex(second.airDate ?? '', /^\d{4}-/);
});

test('programs are told which files an imported one replaced, and how large a deleted one was', async t => {
	const {deps, addMovie, happens, told} = await withProgram(t);
	const {id: movieId, path: folder} = await addMovie(movieDetails);
	const old = buildMediaFile({id: 'old', path: `${folder}/old.mkv`, size: 7, quality: 'HDTV-720p'});
	const gone = {title: 'old', movieId, file: old, data: {path: old.path, reason: 'upgrade', replacedBy: 'new'}};
	await recordFileDeleted(gone, 'fileDeleted:old', deps);
	await happens({event: 'imported', movieId, data: {fileId: 'new', path: `${folder}/new.mkv`, isUpgrade: true}});
	const messages = await told();
	t.like(messages.get('upgraded movie'), {media: {app: {replaced: [{path: old.path, quality: 'HDTV-720p', size: 7}]}}});
	t.like(messages.get('deleted movie'), {size: 7});
});

test('programs know a removed title by its ids and folder, and whether its files are deleted', async t => {
	const {deps, series, addMovie, told} = await withProgram(t);
	const {id, path} = await addMovie(movieDetails);
	const number = (await deps.numbers.of('movie', [id])).get(id) ?? 0;
	const files = {sizes: new Map([[id, 7]])};
	await deps.movies.removeMany([id], {alsoWrite: null, at: deps.now(), files});
	t.like((await told()).get('titleRemoved movie'), {
		...{deletedFiles: true, size: 7},
		media: {title: movieDetails.title, year: movieDetails.year, app: {number, path}},
	});
	await deps.series.remove(series.id);
	t.like((await told()).get('titleRemoved series'), {deletedFiles: false, media: {app: {path: series.path, tvdbId: series.tvMetaId}}});
});
