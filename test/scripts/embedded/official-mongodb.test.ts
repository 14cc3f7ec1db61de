import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {fetchMongodbArchive} from '#scripts/embedded/official-mongodb.ts';
import {runProgram} from '#scripts/embedded/run-program.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

/** A download site with one archive; `published` is the digest beside it. */
async function site(t: ExecutionContext, published?: string): Promise<string> {
	const folder = tempFolder(t);
	mkdirSync(join(folder, 'mongodb-8/bin'), {recursive: true});
	writeFileSync(join(folder, 'mongodb-8/bin/mongod'), 'the program');
	await runProgram('tar', ['-czf', join(folder, 'a.tgz'), '-C', folder, 'mongodb-8'], {timeoutMs: 600_000});
	const archive = readFileSync(join(folder, 'a.tgz'));
	const digest = published ?? createHash('sha256').update(archive).digest('hex');
	const server = createServer((request, response) => {
		const body = request.url === '/a.tgz' ? archive : request.url === '/a.tgz.sha256' ? `${digest}  a.tgz\n` : null;
		response.writeHead(body === null ? 404 : 200).end(body ?? '');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	t.teardown(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an archive with the published digest is unpacked, with progress', async t => {
	const reporter = listeningReporter();
	const path = await fetchMongodbArchive(`${await site(t)}/a.tgz`, tempFolder(t), {reporter});
	t.is(readFileSync(path, 'utf8'), 'the program');
	t.regex(reporter.progresses.join(), /fetching MongoDB/);
});

test('an archive with another digest is refused', async t => {
	const url = `${await site(t, 'ab'.repeat(32))}/a.tgz`;
	await t.throwsAsync(fetchMongodbArchive(url, tempFolder(t), {reporter: listeningReporter()}), {code: 'program_hash_mismatch'});
});

test('an archive that does not exist is reported with the answer of the site', async t => {
	const url = `${await site(t)}/b.tgz`;
	await t.throwsAsync(fetchMongodbArchive(url, tempFolder(t), {reporter: listeningReporter()}), {code: 'download_failed', message: /404/});
});
