import test from 'ava';
import {notificationWorld} from '#test/helpers/notification-world.ts';
import {tellFileDeleted} from '#workers/library/tell-file-deleted.ts';

test('a title that was deleted with its files is told by its name', async t => {
	const world = await notificationWorld(t);
	const {id} = await world.add({});
	const {id: movieId, title} = world.movie;
	await world.deps.movies.remove(movieId, null);
	await tellFileDeleted({title, movieId, data: {path: '/films/a.mkv', reason: 'deleted'}}, 'once', world.deps);
	await world.tell();
	const [delivery] = await world.log(id);
	t.like(delivery?.message, {type: 'deleted', data: {media: {type: 'movie', id: movieId, title}, reason: 'deleted'}});
});
