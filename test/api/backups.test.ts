import {createHash} from 'node:crypto';
import {mkdirSync, readdirSync, statfsSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {type FileToPack, packTar} from '#shared/backup/tar.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {putBytes} from '#test/helpers/put-bytes.ts';
import {serve} from '#test/helpers/serve.ts';

const {signal} = new AbortController();
const name = 'kinoteka-2026-03-04T05-06-07';

async function archiveOf(files: readonly FileToPack[]): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of packTar(files)) {
		parts.push(part as Buffer); // what the packer yields is not typed
	}
	return Buffer.concat(parts);
}

/** A service with a film, a backup of it outside of its folder, and a way to upload. */
async function withBackup(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, directory, call} = served;
	const {dataDir} = deps.http;
	await addMovie(served);
	const elsewhere = join(directory, 'elsewhere');
	await writeBackup({...deps, dataDir}, {to: elsewhere, madeBy: 'person', now: new Date('2026-03-04T05:06:07Z'), signal});
	const folder = join(elsewhere, name);
	const files = ['manifest.json', ...readdirSync(join(folder, 'collections')).map(file => `collections/${file}`)];
	const pack = (more: readonly FileToPack[] = []) =>
		archiveOf([...files.map(file => ({name: `${name}/${file}`, path: join(folder, file)})), ...more]);
	async function send(archive: Buffer, bytes = 100_000) {
		const {id} = (await call('POST /api/backup-uploads', {body: {name: 'backup.tar', size: archive.length}})).body;
		for (let offset = 0; offset < archive.length; offset += bytes) {
			await putBytes(served, `/api/backup-uploads/${id}?offset=${offset}`, archive.subarray(offset, offset + bytes));
		}
		return await call(`POST /api/backup-uploads/${id}/finish`);
	}
	return {...served, dataDir, folder, pack, send};
}

const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a downloaded backup is uploaded in pieces, is the same as before, and can be restored if somebody can stop the service', async t => {
	const {call, deps, dataDir, folder, pack, send} = await withBackup(t);
	const {status, body} = await send(await pack(), 1000);
	t.is(status, 201, JSON.stringify(body));
	t.is(body.name, name);
	const own = join(dataDir, 'backups', name);
	for (const file of ['manifest.json', 'collections/movies.bson.gz']) {
		t.is(sum(await readFile(join(own, file))), sum(await readFile(join(folder, file))));
	}
	t.deepEqual(readdirSync(join(dataDir, 'backups')), [name], 'nothing is left of the upload');
	const list = (await call('GET /api/backups')).body;
	t.like(list, {restorable: false, lastRestore: null, backups: [{name, movies: 1, series: 0}]});

	const refused = await call(`POST /api/backups/${name}/restore`);
	t.like(refused, {status: 409, body: {code: 'restore_by_command'}});
	const asked: string[] = [];
	deps.http.restore = each => void asked.push(each);
	t.is((await call(`POST /api/backups/${name}/restore`)).status, 202);
	t.deepEqual(asked, [own]);
	t.is((await call('POST /api/backups/..%2Fx/restore')).status, 404);
	t.is((await call(`POST /api/backups/${name}/restore`, {as: 'user'})).status, 403);
	t.is((await call('POST /api/backup-uploads', {as: 'user', body: {name: 'x', size: 5}})).status, 403);
});

test('what is no whole backup is refused, writes nowhere else, and leaves nothing behind', async t => {
	const served = await withBackup(t);
	const {call, directory, dataDir, pack, send} = served;
	const stray = join(directory, 'stray');
	writeFileSync(stray, 'stray');
	const other = [{name: 'kinoteka-2026-03-04T05-06-08/manifest.json', path: stray}];
	const whole = await pack();
	for (const [what, archive] of [
		['no archive', Buffer.from('x'.repeat(2000))],
		['cut off', whole.subarray(0, 2048)],
		['two backups', await pack(other)],
		['nothing of ours', await archiveOf([{name: '../../stray', path: stray}])],
		['no manifest', await archiveOf([{name: `${name}/collections/movies.bson.gz`, path: stray}])],
	] as const) {
		const {status, body} = await send(archive);
		t.like({status, code: body.code}, {status: 400, code: 'backup_not_whole'}, what);
		t.deepEqual(readdirSync(join(dataDir, 'backups')), [], what);
	}
	const escaping = [{name: `${name}/../../escaped`, path: stray}];
	t.is((await send(await pack(escaping))).status, 201, 'other files are left out');
	t.false(readdirSync(dataDir).includes('escaped'));

	const {id} = (await call('POST /api/backup-uploads', {body: {name: 'backup.tar', size: 10}})).body;
	const put = (path: string) => putBytes(served, `/api/backup-uploads/${path}`, 'xxx');
	t.is((await put(`${id}?offset=5`)).status, 409, 'a piece is missing');
	t.is((await call(`POST /api/backup-uploads/${id}/finish`)).body.code, 'upload_unfinished');
	t.is((await put(`${name}?offset=0`)).status, 404);
	t.is((await put('..%2F..%2Fx?offset=0')).status, 404);
	const {bavail, bsize} = statfsSync(dataDir);
	const size = 100 * 2 ** 30;
	// The largest file that may be announced fits on some disks.
	if (bavail * bsize < 2 * size) {
		t.is((await call('POST /api/backup-uploads', {body: {name: 'huge.tar', size}})).status, 503);
		t.is((await call(`GET /api/backup-uploads/${id}`)).status, 200, 'one without room costs nothing');
	}
	const second = (await call('POST /api/backup-uploads', {body: {name: 'other.tar', size: 10}})).body;
	t.is((await call(`GET /api/backup-uploads/${id}`)).status, 404, 'another one began');
	t.is((await call(`GET /api/backup-uploads/${second.id}`)).body.received, 0);
	mkdirSync(join(dataDir, 'backups', 'kinoteka-2020-01-01T00-00-00-0.partial'), {recursive: true});
	const large = await call('POST /api/backup-uploads', {body: {name: 'large.tar', size: 2 ** 36}});
	t.is(large.status, 503, 'there is no room');
});
