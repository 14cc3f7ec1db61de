import test from 'ava';
import {renameFieldsOfMoves} from '#shared/store/system/rename-fields-of-moves.ts';
import {withStores} from '#test/helpers/stores.ts';

test('a move that an earlier version began keeps its temporary and original paths, however often it is looked at', async t => {
	const {connection} = await withStores(t);
	const rows = connection.collection<{_id: string}>('fileChangeRows');
	const plain = {from: '/a/x.srt', to: '/b/x.srt', identity: 'i', placed: null};
	await rows.insertMany([
		{_id: 'old', parked: '/b/.moving', origin: '/a/film.mkv', companions: [{...plain, origin: '/a/x.srt'}, plain]} as never,
		{_id: 'new', temporaryPath: '/b/.other', companions: []} as never,
	]);
	await renameFieldsOfMoves(connection);
	await renameFieldsOfMoves(connection);
	t.deepEqual(await rows.find().sort({_id: -1}).toArray(), [
		{
			_id: 'old',
			companions: [{...plain, originalPath: '/a/x.srt'}, plain],
			temporaryPath: '/b/.moving',
			originalPath: '/a/film.mkv',
		},
		{_id: 'new', temporaryPath: '/b/.other', companions: []},
	] as never);
});
