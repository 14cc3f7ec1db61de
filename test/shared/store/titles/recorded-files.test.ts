import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

test('files of the library are found by their paths, whosever they are', async t => {
	const {stores, connection} = await withStores(t);
	const row = (id: string, path: string, more = {}) => ({_id: id, file: {path}, ...more});
	await connection.collection<{_id: string}>('movies').insertMany([row('m', '/films/A/a.mkv'), row('n', '/films/B/b.mkv')]);
	const episodes = [row('e', '/films/A/s.mkv', {seriesId: 's'}), row('f', '/films/A/s.mkv', {seriesId: 's'})];
	await connection.collection<{_id: string}>('episodes').insertMany(episodes);
	const {recordedFiles} = stores;

	const paths = ['/films/A/a.mkv', '/films/A/s.mkv', '/films/A/c.mkv'];
	t.deepEqual([...(await recordedFiles.among(paths))], ['/films/A/a.mkv', '/films/A/s.mkv']);
	t.deepEqual([...(await recordedFiles.among(paths, 'series'))], ['/films/A/s.mkv']);
	t.deepEqual(await recordedFiles.among([]), new Set());
	t.is(await recordedFiles.countBelow('/films'), 4);
	t.is(await recordedFiles.countBelow('/film'), 0);
	t.deepEqual(await recordedFiles.below('/films/A', 1), [
		{kind: 'movie', path: '/films/A/a.mkv'},
		{kind: 'series', path: '/films/A/s.mkv'},
	]);
	t.deepEqual(await recordedFiles.called('/films/A/a.avi'), [{kind: 'movie', id: 'm', path: '/films/A/a.mkv'}]);
	t.like(await recordedFiles.called('/films/A/s.mp4'), [{kind: 'series', id: 's', path: '/films/A/s.mkv'}]);
});
