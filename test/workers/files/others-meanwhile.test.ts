import {join} from 'node:path';
import test from 'ava';
import {MongoClient} from 'mongodb';
import {Cancelled} from '#shared/errors.ts';
import {until} from '#test/helpers/until.ts';
import {treeOf} from '#test/helpers/world/moves.ts';
import {release, writeAt} from '#test/helpers/world/movie.ts';
import {offered} from '#test/helpers/world/subtitles.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {MoveStep} from '#workers/files/title-run.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {besideLease, titleLease} from '#workers/library/title-lease.ts';

const renamed = 'The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY';

test('an import waits while its title is being moved', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	await writeAt(join(downloads, release, 'film.mkv'));
	const item = await world.addItem({outputPath: join(downloads, release)});
	const lease = await deps.leases.try(titleLease(movie.id));
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	const waiting = await deps.downloads.get(item.id);
	t.like(waiting, {state: 'importPending', import: {claim: null}});
	t.regex(JSON.stringify(waiting.statusMessages), /being moved or renamed/);
	t.true(waiting.retryAt !== null && waiting.retryAt > deps.now());
	await lease?.release();
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	t.is((await deps.downloads.get(item.id)).state, 'imported');
});

test('a subtitle that arrives while its title is renamed is put beside the new name', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)], moves: {}});
	const {deps, movie} = world;
	const {leases} = deps;
	const {id} = await world.plan({kind: 'rename'}, {movieIds: [movie.id]});
	const held = await leases.try(titleLease(movie.id));
	let renames = 0;
	const whenFree: typeof leases.whenFree = async (...wanted) => {
		if (renames === 0) {
			renames += 1;
			t.deepEqual(await world.beside(), [], 'nothing is written while somebody has the title');
			await held?.release();
			t.like(await world.make(id), {state: 'done', totals: {done: 1}});
		}
		return leases.whenFree(...wanted);
	};
	t.regex(await world.fetch('missing', {leases: {...leases, whenFree}}), /^completed/);
	t.is(renames, 1);
	t.deepEqual(await world.beside(), [`${renamed}.en.srt`]);
	t.like(await world.recorded(), {missing: []});
});

test('a move leaves a title beside whose file somebody writes for long', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps} = world;
	const film = await world.addFilm('Harbour (2019)', 'film.mkv');
	const {id} = await world.plan({kind: 'rename'});
	const held = await deps.leases.try(besideLease(film.file.id));
	const {whenFree} = deps.leases;
	Object.assign(deps, {leases: {...deps.leases, whenFree: async () => false}});
	t.like(await world.make(id), {state: 'done', totals: {done: 0, skipped: 1}});
	t.is((await deps.fileChanges.rows.page({changeId: id, code: 'busy', page: 1, limit: 5})).total, 1);
	await held?.release();
	Object.assign(deps, {leases: {...deps.leases, whenFree}});
	await deps.fileChanges.moveOrThrow(id, ['done'], {state: 'planned', endedAt: null}, deps.now());
	await deps.fileChanges.rows.reopen(id);
	t.like(await world.make(id), {state: 'done', totals: {done: 1, skipped: 0}});
});

test('a title that a dead worker has begun does not give way to an import', async t => {
	const world = await createWorld(t, {moves: {}, movie: {}});
	const {deps, other} = world;
	const film = await world.addFilm('Harbour (2019)', 'film.mkv', {'film.en.srt': 'words'});
	const {id} = await world.plan({kind: 'move', to: other}, {movieIds: [film.id]});
	// It died right after it had renamed the folder.
	const [head] = await deps.fileChanges.rows.nextTitles(id, -1, 1);
	await deps.files.renameFolder(join(world.library, 'Harbour (2019)'), join(other, 'Harbour (2019)'), head?.identity ?? '');
	await deps.fileChanges.move(id, ['planned'], {state: 'running', startedAt: deps.now()}, deps.now());
	const item = await world.addItem({movieId: film.id, state: 'importPending'});
	await deps.downloads.claimForImport(item.id, 'token', 10_000);
	t.like(await world.make(id), {state: 'done', totals: {done: 1, skipped: 0}});
	t.is((await deps.movies.get(film.id)).file?.path, join(other, 'Harbour (2019)/film.mkv'));
});

/** Longer than a worker believes the last renewal of its lease. */
const believedMs = 1500;

for (const step of ['folder', 'place', 'record', 'remove', 'end'] as const satisfies MoveStep[]) {
	test(`a worker that was stopped before “${step}” for longer than its lease spoils nothing of the change that another has made`, async t => {
		const world = await createWorld(t, {moves: {}});
		const {deps, library} = world;
		await world.addFilm('harbour 2019', 'film.mkv', {'film.en.srt': 'words'}, 'Harbour (2019)');
		const {id} = await world.plan({kind: 'rename', folders: true});
		const client = await new MongoClient(world.mongodbUri).connect();
		t.teardown(() => client.close());
		const seen = async () => {
			const {rows} = await deps.fileChanges.rows.page({page: 1, limit: 50, changeId: id});
			return {...(await deps.fileChanges.get(id)), updatedAt: null, rows, tree: await treeOf(library)};
		};
		let [hasWoken, made] = [false, {}];
		await world.make(id, async reached => {
			if (reached === step && !hasWoken) {
				hasWoken = true;
				const stoppedAt = performance.now();
				await client.db().collection('leases').deleteMany({});
				await world.make(id);
				made = await seen();
				await until(() => performance.now() - stoppedAt > believedMs);
			}
		});
		t.true(hasWoken);
		t.like(made, {state: 'done', totals: {done: 1, skipped: 0}});
		t.deepEqual(await seen(), made);
	});
}

test('a change whose lease is lost while nobody else has it is made by the next run', async t => {
	const world = await createWorld(t, {moves: {}});
	await world.addFilm('Harbour (2019)', 'film.mkv');
	const {id} = await world.plan({kind: 'rename'});
	let isLost = false;
	const lose = async (step: MoveStep) => {
		if (step === 'record' && !isLost) {
			isLost = true;
			throw new Cancelled();
		}
	};
	await t.throwsAsync(world.make(id, lose), {instanceOf: Cancelled});
	t.like(await world.deps.fileChanges.get(id), {state: 'running', message: null, endedAt: null});
	t.like(await world.make(id, lose), {state: 'done', totals: {done: 1}});
});
