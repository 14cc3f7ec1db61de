import {Buffer} from 'node:buffer';
import {lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import mongoose from 'mongoose';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {longSignal} from '#test/helpers/until.ts';
import {createWorld} from '#test/helpers/world.ts';

const movies = [
	{id: 11, title: 'The Quiet Harbour', releaseDate: '2019-03-01', imdbId: 'tt0000011'},
	{id: 12, title: 'Paper Lanterns', releaseDate: '2021-05-01', imdbId: 'tt0000012'},
];

/** Names, kinds, inodes, times and sizes of everything below, so that any touch would show. */
function snapshot(folder: Buffer): string[] {
	return readdirSync(folder, {encoding: 'buffer'})
		.map(name => Buffer.concat([folder, Buffer.from('/'), name]))
		.flatMap(path => {
			const stat = lstatSync(path);
			const {ino, mode, size, mtimeMs, ctimeMs, nlink} = stat;
			const line = [path.toString('hex'), ino, mode, size, mtimeMs, ctimeMs, nlink].join(' ');
			return [line, ...(stat.isDirectory() ? snapshot(path) : [])];
		})
		.sort();
}

test('nothing on the disk is touched, and odd names, links and folders harm nothing', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {library} = world;
	const long = `The Quiet Harbour (2019) ${'x'.repeat(225)}.mkv`;
	await world.write(`The Quiet Harbour (2019)/${long}`, 'Paper Lanterns (2021)/p.mkv', 'Paper Lanterns (2021)/notes.txt');
	symlinkSync(library, join(library, 'Paper Lanterns (2021)/round'));
	symlinkSync('self.mkv', join(library, 'self.mkv'));
	symlinkSync(join(library, 'nowhere.mkv'), join(library, 'broken.mkv'));
	const latin = Buffer.concat([Buffer.from(`${library}/Caf`), Buffer.from([0xe9])]);
	mkdirSync(latin);
	writeFileSync(Buffer.concat([latin, Buffer.from('/Paper Lanterns (2021).mkv')]), 'in a folder whose name is no UTF-8');
	writeFileSync(Buffer.concat([latin, Buffer.from('.mkv')]), 'a name that is no UTF-8');
	const before = snapshot(Buffer.from(library));
	t.like(await world.backfill(), {status: 'completed', itemsProcessed: 3, itemsAffected: 2});
	t.like(await world.backfill(), {status: 'completed', itemsProcessed: 3, itemsAffected: 0});
	t.deepEqual(snapshot(Buffer.from(library)), before);
	t.deepEqual(await world.recorded(), {
		'Paper Lanterns': 'Paper Lanterns (2021)/p.mkv',
		'The Quiet Harbour': `The Quiet Harbour (2019)/${long}`,
	});
	t.deepEqual(await world.unmatched(), {'Caf\ufffd.mkv': 'name_unreadable'});
});

test('a second run writes neither into titles nor into what is remembered of files', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write(
		'The Quiet Harbour (2019)/a.1080p.mkv',
		'The Quiet Harbour (2019)/a.720p.mkv',
		'Paper Lanterns (2021)/p.cd1.avi',
		'Paper Lanterns (2021)/p.cd2.avi',
		'Nobody Knows (1950)/n.mkv',
		'1.mkv',
	);
	await world.backfill();
	const connection = await mongoose.createConnection(world.mongodbUri).asPromise();
	t.teardown(() => connection.close());
	await connection.db?.command({profile: 2});
	t.like(await world.backfill(), {status: 'completed', itemsProcessed: 6, itemsAffected: 0});
	await connection.db?.command({profile: 0});
	const profile = await connection.collection('system.profile').find({}).toArray();
	const written = profile.filter(({op}) => ['insert', 'update', 'remove'].includes(String(op))).map(({ns}) => String(ns).split('.')[1]);
	t.true(profile.length > 0);
	t.deepEqual([...new Set(written)].sort(), ['libraries', 'taskExecutions']);
});

test('of two files of one film the better is recorded, and the other when that one is gone, in one run', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write('The Quiet Harbour (2019)/a.1080p.mkv', 'The Quiet Harbour (2019)/a.720p.mkv');
	await world.backfill();
	t.deepEqual(await world.recorded(), {'The Quiet Harbour': 'The Quiet Harbour (2019)/a.1080p.mkv'});
	await rm(join(world.library, 'The Quiet Harbour (2019)/a.1080p.mkv'));
	await world.backfill();
	t.deepEqual(await world.recorded(), {'The Quiet Harbour': 'The Quiet Harbour (2019)/a.720p.mkv'});
	t.deepEqual(await world.unmatched(), {});
	t.like(await world.backfill(), {itemsAffected: 0});
});

test('a run that is cancelled in the middle ends as cancelled, keeps what it has, and the next one does the rest', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps} = world;
	await world.write('The Quiet Harbour (2019)/a.mkv', 'Paper Lanterns (2021)/p.mkv');
	await world.addMovie(await deps.metadata.movie(11, longSignal()));
	const controller = new AbortController();
	const cancel = async () => {
		const [execution] = await deps.taskHistory.active(backfillTaskId(world.record.id));
		await deps.taskHistory.cancel(execution?.id ?? '', deps.now());
		controller.abort('A person has had enough');
	};
	world.tmdb.answer = () => {
		void cancel();
		return {status: 429, headers: {'retry-after': '20'}};
	};
	t.like(await world.backfill({...world.run(), signal: controller.signal}), {status: 'cancelled', itemsProcessed: 2});
	t.is((await deps.libraries.get(world.record.id)).backfillStatus, 'idle');
	t.deepEqual(await world.recorded(), {'The Quiet Harbour': 'The Quiet Harbour (2019)/a.mkv'});
	world.tmdb.answer = () => null;
	t.like(await world.backfill(), {status: 'completed'});
	t.deepEqual(await world.recorded(), {
		'Paper Lanterns': 'Paper Lanterns (2021)/p.mkv',
		'The Quiet Harbour': 'The Quiet Harbour (2019)/a.mkv',
	});
});
