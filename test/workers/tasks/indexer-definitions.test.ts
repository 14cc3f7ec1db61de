import {createHash} from 'node:crypto';
import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {definitionText} from '#test/helpers/made-up-definition.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import type {TaskRun} from '#workers/executions/run-execution.ts';
import {updateDefinitions} from '#workers/tasks/indexer-definitions.ts';

const {signal} = new AbortController();
const run = {signal, note: () => {}} as unknown as TaskRun; // the body uses only these
const user = (id: string, hasSecrets = true) => ({id, hasSecrets});

/** A server of packages, and everything that the task uses. */
async function withPackage(t: ExecutionContext, files: Record<string, string>) {
	const {deps} = await withWorkerDeps(t);
	const served = {files, heard: [] as (string | undefined)[], status: 200};
	const url = await serveHttp(t, (request, response) => {
		const zip = buildZip(Object.entries(served.files).map(([name, content]) => ({name, content})));
		const etag = `"${createHash('sha256').update(zip).digest('hex')}"`;
		served.heard.push(request.headers['if-none-match']);
		if (request.headers['if-none-match'] === etag) {
			response.writeHead(304).end();
			return;
		}
		response.writeHead(served.status, {etag}).end(zip);
	});
	await deps.settings.set('definitions.packageUrl', `${url}/set.zip`, new Date());
	return {deps, served, update: () => updateDefinitions(run, deps)};
}

const meadow = (link = 'https://quiet-meadow.example/') => definitionText().replace('https://quiet-meadow.example/', link);
const many = (count: number) => Object.fromEntries(Array.from({length: count}, (_, index) => [`v11/site${index}.yml`, definitionText()]));

test('a package is read once, listed behind the own files, and kept when the next one has too little', async t => {
	const {deps, served, update} = await withPackage(t, {...many(10), 'v11/broken.yml': 'name: ['});
	t.deepEqual(await update(), {itemsProcessed: 11, itemsAffected: 10});
	t.deepEqual(await update(), {itemsProcessed: 11, itemsAffected: 0});
	t.is(served.heard[0], undefined);
	t.truthy(served.heard[1], 'it is asked for with what names the one before');
	await mkdir(join(deps.dataDir, 'definitions'));
	await writeFile(join(deps.dataDir, 'definitions', 'site3.yml'), definitionText().replace('Quiet Meadow', 'My own'));
	const listed = await deps.definitionCatalogue.list(signal);
	t.is(listed.length, 11);
	t.like(
		listed.find(({key}) => key === 'site3'),
		{isOwn: true, entry: {name: 'My own'}},
	);
	t.like(
		listed.find(({key}) => key === 'broken'),
		{isOwn: false, entry: null},
	);
	t.is((await deps.definitionCatalogue.show('site4'))?.settings.length, 2);

	served.files = many(8);
	await t.throwsAsync(update(), {code: 'package_shrunk'});
	t.like(await deps.packagedDefinitions.state(), {usable: 10, total: 11});
	t.regex((await deps.packagedDefinitions.state()).error ?? '', /8 of its files can be used, and 10/);
	served.files = many(9);
	t.deepEqual(await update(), {itemsProcessed: 9, itemsAffected: 9});
	t.is((await deps.packagedDefinitions.state()).error, null);
	served.status = 503;
	served.files = many(12);
	await t.throwsAsync(update(), {code: 'package_failed'});
	t.is((await deps.packagedDefinitions.list()).length, 9);
});

test('a task that begins again after its worker was killed waits for what that one held', async t => {
	const {deps, update} = await withPackage(t, many(2));
	t.truthy(await deps.leases.try('definition-package', {ms: 7, renewed: false}), 'of the one that was killed');
	t.deepEqual(await update(), {itemsProcessed: 2, itemsAffected: 2});
});

test('a newer version of the format that nobody can read yet is left alone, and a hash may be demanded', async t => {
	const {deps, update} = await withPackage(t, {...many(2), 'v12/site0.yml': 'sites: {}', 'v12/site1.yml': 'sites: {}'});
	await deps.settings.set('definitions.packageSha256', 'a'.repeat(64), new Date());
	await t.throwsAsync(update(), {code: 'package_hash', message: /its SHA-256 is [\da-f]{64}/});
	await deps.settings.set('definitions.packageSha256', '', new Date());
	t.deepEqual(await update(), {itemsProcessed: 2, itemsAffected: 2});
});

test('an indexer goes on when its definition vanishes, and takes the one that replaces it', async t => {
	const {deps, served, update} = await withPackage(t, {'meadow.yml': meadow(), 'other.yml': meadow()});
	await update();
	const {id} = await deps.indexers.add(buildIndexer({kind: 'definition', definition: 'meadow', settings: {password: 'p'}}), new Date());
	await update();
	t.is((await deps.usedDefinitions.find(id))?.state, 'current');
	served.files = {'other.yml': meadow(), 'second.yml': meadow()};
	await update();
	t.is((await deps.definitionSource.text('meadow', user(id)))?.text, meadow());
	t.is((await deps.usedDefinitions.find(id))?.state, 'vanished');
	t.is(await deps.definitionSource.text('meadow', user('')), null, 'nobody else can add it any more');

	served.files = {...served.files, 'next.yml': `replaces: [meadow]\n${meadow().replace('---\n', '')}`};
	await update();
	t.is((await deps.indexers.get(id)).definition, 'next');
	t.like((await deps.indexers.get(id)).settings, {password: 'p'});
	t.like(await deps.usedDefinitions.find(id), {key: 'next', state: 'current', replaced: {key: 'meadow'}});
	await deps.indexers.remove(id);
	await update();
	t.is(await deps.usedDefinitions.find(id), null);
});

test('an update that names other hosts waits for consent if the indexer has secrets', async t => {
	const moved = meadow('https://elsewhere.example/');
	const {deps, served, update} = await withPackage(t, {'meadow.yml': meadow()});
	await update();
	const add = (name: string, settings: Record<string, string>) =>
		deps.indexers.add(buildIndexer({name, kind: 'definition', definition: 'meadow', settings}), new Date());
	const [secret, open] = [(await add('Secret', {password: 'p'})).id, (await add('Open', {sort: 'new'})).id];
	served.files = {'meadow.yml': moved};
	await update();
	t.is((await deps.definitionSource.text('meadow', user(open, false)))?.text, moved);
	t.is((await deps.definitionSource.text('meadow', user(secret)))?.text, meadow());
	const used = await deps.usedDefinitions.find(secret);
	t.like(used, {state: 'waiting', waiting: {hosts: ['elsewhere.example']}});
	t.false(await deps.usedDefinitions.agree(secret, 'a'.repeat(64), new Date()), 'another update than the one that was shown');
	t.is((await deps.definitionSource.text('meadow', user(secret)))?.text, meadow());
	t.true(await deps.usedDefinitions.agree(secret, used?.waiting?.hash ?? '', new Date()));
	t.is((await deps.definitionSource.text('meadow', user(secret)))?.text, moved);
	t.like(await deps.usedDefinitions.find(secret), {state: 'current', waiting: null, hosts: ['elsewhere.example']});
	served.files = {'meadow.yml': 'id: ['};
	await t.throwsAsync(update(), {code: 'package_shrunk'});
});

test('one that was killed leaves nothing behind that counts', async t => {
	const {deps, update} = await withPackage(t, many(3));
	const half = await deps.packagedDefinitions.write([{key: 'site0', text: 'x', hash: 'x', entry: null, faults: []}], signal);
	t.deepEqual(await deps.packagedDefinitions.list(), []);
	t.is(await deps.packagedDefinitions.find('site0'), null);
	await update();
	t.deepEqual(
		(await deps.packagedDefinitions.list()).map(({key}) => key),
		['site0', 'site1', 'site2'],
	);
	t.not((await deps.packagedDefinitions.state()).setId, half);
	await rm(join(deps.dataDir, 'definitions'), {recursive: true, force: true});
});
