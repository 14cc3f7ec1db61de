import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

async function withLibrary(t: ExecutionContext) {
	const served = await serve(t);
	await answerDisks(t, served);
	const {deps, call} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const path = tempFolder(t);
	const {id: rootFolderId} = await deps.rootFolders.add({name: 'Films', path}, deps.now());
	const {id} = (await call('POST /api/libraries', {body: {name: 'Shelf', type: 'movies', rootFolderId}})).body;
	const seen = async (name: string, rest: Partial<ScannedFile> = {}) => {
		await writeFile(join(path, name), 'film');
		const file: ScannedFile = {
			id: scannedFileId(id, join(path, name)),
			libraryId: id,
			path: join(path, name),
			size: 4,
			modifiedAt: 0,
			state: 'unmatched',
			titleId: null,
			lookUpKey: null,
			reason: 'ambiguous',
			candidates: [{metaId: 77, title: 'The Lamp', year: 2024}],
			lookedUpAt: null,
			infoDue: false,
			...rest,
		};
		await deps.scannedFiles.put([file]);
		return file.id;
	};
	return {...served, id, path, seen};
}

test('a person says which film an unmatched file is: it is recorded in place, and the file before it is listed instead', async t => {
	const served = await withLibrary(t);
	const {call, deps, id, path, seen} = served;
	const movie = await addMovie(served, {metaId: 77, title: 'The Lamp'});
	const [first, second] = [await seen('lamp.1080p.mkv'), await seen('another.720p.mkv')];
	const list = async () => (await call(`GET /api/libraries/${id}/unmatched`)).body.files;
	t.deepEqual((await list())[0], {
		id: second,
		path: join(path, 'another.720p.mkv'),
		size: 4,
		reason: 'ambiguous',
		candidates: [{metaId: 77, title: 'The Lamp', year: 2024}],
	});
	const matched = await call(`POST /api/libraries/${id}/unmatched/${first}/match`, {body: {metaId: 77}});
	t.is(matched.status, 200);
	t.like(matched.body, {success: true, id: first, titleId: movie.id});
	t.like((await deps.movies.get(movie.id)).file, {path: join(path, 'lamp.1080p.mkv'), quality: 'HDTV-1080p', size: 4});
	t.deepEqual(
		(await list()).map((file: {id: string}) => file.id),
		[second],
	);
	t.is((await call(`POST /api/libraries/${id}/unmatched/${first}/match`, {body: {metaId: 77}})).status, 404);
	t.is((await call(`POST /api/libraries/${id}/unmatched/${second}/match`, {body: {metaId: 77}})).status, 200);
	t.is((await deps.movies.get(movie.id)).file?.path, join(path, 'another.720p.mkv'));
	t.like(await list(), [{id: first, reason: 'duplicate'}]);
});

test('a deleted library takes what is remembered of files along, and leaves titles and their files', async t => {
	const served = await withLibrary(t);
	const {call, deps, id, path, seen} = served;
	const movie = await addMovie(served, {metaId: 77, title: 'The Lamp'}, {libraryId: id, rootFolderPath: path});
	const file = await seen('lamp.mkv');
	await call(`POST /api/libraries/${id}/unmatched/${file}/match`, {body: {metaId: 77}});
	t.like((await call(`DELETE /api/libraries/${id}`)).body, {success: true, orphanedItems: 1});
	t.like(await deps.movies.get(movie.id), {libraryId: null, file: {path: join(path, 'lamp.mkv')}});
	t.false(await deps.scannedFiles.exists(id));
});
