import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {pruneBackups} from '#shared/backup/backup-names.ts';
import {dataVersion, fingerprintOf} from '#shared/store/system/installation.ts';
import {emptyTarget, key, now, source} from '#test/helpers/backups.ts';

test('a damaged folder is refused before anything is changed', async t => {
	const {write} = await source(t);
	const target = await emptyTarget(t);
	const refuses = async (damage: (folder: string) => void, at: number, words: RegExp) => {
		const {folder} = await write(new Date(Number(now) + at * 1000));
		damage(folder);
		const error = await t.throwsAsync(target.restore(folder), {message: words});
		t.like(error, {code: words.source.includes('ersion') ? 'backup_newer' : 'backup_not_whole'});
		t.deepEqual(await target.db.listCollections().toArray(), []);
		t.false(existsSync(target.dataDir));
	};
	const movies = (folder: string) => join(folder, 'collections/movies.bson.gz');
	const change = (folder: string, changes: object) => {
		const file = join(folder, 'manifest.json');
		writeFileSync(file, JSON.stringify({...JSON.parse(readFileSync(file, 'utf8')), ...changes}));
	};
	await refuses(folder => rmSync(join(folder, 'manifest.json')), 1, /manifest\.json cannot be read/);
	await refuses(folder => appendFileSync(movies(folder), 'x'), 2, /checksum differs/);
	await refuses(folder => rmSync(movies(folder)), 3, /ENOENT/);
	await refuses(folder => writeFileSync(join(folder, 'secret.key'), 'x'), 4, /checksum differs/);
	await refuses(folder => change(folder, {dataVersion: dataVersion + 1}), 5, /Version .* wrote/);
	await refuses(folder => change(folder, {format: 99}), 6, /Version .* wrote/);
	await refuses(folder => change(folder, {collections: [{name: '../../x', documents: 1}]}), 7, /another form/);
});

test('another key is never mixed with the data', async t => {
	const {deps, write} = await source(t);
	const {folder} = await write();
	const target = await emptyTarget(t);
	await t.throwsAsync(target.restore(folder, {configuredKey: 'cd'.repeat(32)}), {message: /SECRET_KEY is not the key/});
	mkdirSync(target.dataDir);
	writeFileSync(join(target.dataDir, 'secret.key'), 'cd'.repeat(32));
	await t.throwsAsync(target.restore(folder), {message: /another key/});
	await target.restore(folder, {force: true});
	t.deepEqual(
		readdirSync(target.dataDir)
			.map(name => readFileSync(join(target.dataDir, name), 'utf8').trim())
			.toSorted(),
		[key, 'cd'.repeat(32)],
		'the other key is kept',
	);

	rmSync(join(deps.dataDir, 'secret.key'));
	const {folder: without, manifest} = await write(new Date(Number(now) + 1000));
	t.is(manifest.secretKey.file, null);
	const other = await emptyTarget(t);
	await t.throwsAsync(other.restore(without), {message: /holds no secret key/});
	await other.restore(without, {configuredKey: key});
	t.false(existsSync(other.dataDir));
});

test('the schedule removes only its own oldest backups, and leaves nothing that looks like one', async t => {
	const {to, write} = await source(t);
	for (const [second, madeBy] of (['person', 'schedule', 'schedule', 'schedule'] as const).entries()) {
		await write(new Date(Number(now) + second * 1000), madeBy);
	}
	for (const name of ['holiday', 'kinoteka-2020-01-01T00-00-00']) {
		mkdirSync(join(to, name));
	}
	const pruning = {keep: 2, written: 'kinoteka-2026-03-04T05-06-10', fingerprint: fingerprintOf(key)};
	t.deepEqual(await pruneBackups(to, pruning), ['kinoteka-2026-03-04T05-06-08']);
	t.is(readdirSync(to).length, 5);
});

test('each backup removes what a killed process left a day ago', async t => {
	const {to, write} = await source(t);
	const names = [
		'kinoteka-2026-03-01T00-00-00-77.partial',
		'kinoteka-2026-02-01T00-00-00.partial',
		'kinoteka-2026-03-04T00-00-00-78.partial',
	];
	for (const [index, name] of names.entries()) {
		mkdirSync(join(to, name), {recursive: true});
		const at = index === 2 ? now : new Date(Number(now) - 2 * 86_400_000);
		utimesSync(join(to, name), at, at);
	}
	await write();
	t.deepEqual(readdirSync(to), ['kinoteka-2026-03-04T00-00-00-78.partial', 'kinoteka-2026-03-04T05-06-07']);
});

test('the backup just written stays, whatever the clock said before, and so do those of others', async t => {
	const {to, write} = await source(t);
	const [future, today, other] = [new Date('2031-01-01T00:00:00Z'), now, new Date(Number(now) - 1000)];
	for (const at of [future, today, other]) {
		await write(at, 'schedule');
	}
	const file = join(to, 'kinoteka-2026-03-04T05-06-06', 'manifest.json');
	writeFileSync(file, readFileSync(file, 'utf8').replace(fingerprintOf(key), fingerprintOf('cd'.repeat(32))));
	const pruning = {keep: 1, written: 'kinoteka-2026-03-04T05-06-07', fingerprint: fingerprintOf(key)};
	t.deepEqual(await pruneBackups(to, pruning), ['kinoteka-2031-01-01T00-00-00']);
	await t.throwsAsync(write(today), {message: /exists already/});
	t.is(readdirSync(to).length, 2, 'nothing of it is left');
});

test('the key of a backup that was copied with other rights is still private', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	chmodSync(join(folder, 'secret.key'), 0o644);
	const target = await emptyTarget(t);
	await target.restore(folder);
	t.is(statSync(join(target.dataDir, 'secret.key')).mode & 0o777, 0o600);
});

test('a restore that is stopped says so and leaves nothing in the database', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const target = await emptyTarget(t);
	const stop = new AbortController();
	const onStep = () => stop.abort(new Error('enough'));
	await t.throwsAsync(target.restore(folder, {signal: stop.signal, onStep}), {message: 'enough'});
	t.deepEqual(await target.db.listCollections().toArray(), []);
});

test('a restore that was interrupted goes on, even if a start has made a key meanwhile', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const target = await emptyTarget(t);
	await t.throwsAsync(target.restore(folder, {afterReplacing: () => Promise.reject(new Error('killed'))}), {message: 'killed'});
	writeFileSync(join(target.dataDir, 'secret.key'), 'cd'.repeat(32));
	await target.restore(folder);
	t.is(readFileSync(join(target.dataDir, 'secret.key'), 'utf8').trim(), key);
	t.is(await target.database.installation.findStartFault(key), null);
});

test('nothing starts with a database of which only a part is restored, and the restore may be run again', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const target = await emptyTarget(t);
	const {installation} = target.database;
	await target.db.collection('movies').insertOne({title: 'old'});
	await t.throwsAsync(target.restore(folder, {force: true, refuseRunning: () => Promise.reject(new Error('it runs'))}), {
		message: 'it runs',
	});
	t.is((await installation.findStartFault('cd'.repeat(32)))?.code, undefined);
	t.is(await target.db.collection('movies').countDocuments(), 1);
	let during: string | undefined;
	const killed = async () => {
		during = (await installation.findStartFault(key))?.code;
		throw new Error('killed');
	};
	await t.throwsAsync(target.restore(folder, {force: true, afterReplacing: killed}), {message: 'killed'});
	t.is(during, 'unfinished_restore');
	t.is((await installation.findStartFault(key))?.code, 'unfinished_restore');
	target.steps.length = 0;
	await target.restore(folder);
	t.false(target.steps.includes('saved'), 'a mixture is not worth a backup');
	t.is(await installation.findStartFault(key), null);
	t.is(await target.db.collection('movies').countDocuments(), 3);
});
