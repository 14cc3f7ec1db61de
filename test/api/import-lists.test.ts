import {mkdir} from 'node:fs/promises';
import test from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildLanguageProfileBody, buildProfileBody} from '#test/helpers/build-records.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

async function withFolder(t: Parameters<typeof serve>[0]) {
	const served = await serve(t);
	await answerDisks(t, served);
	const path = `${served.directory}/root`;
	await mkdir(path);
	const {body} = await served.call('POST /api/root-folders', {body: {path}});
	const list = {name: 'Attic', kind: 'radarr', url: 'http://attic.test:7878', apiKey: 'tell-nobody', rootFolderPath: body.path};
	return {...served, list};
}

const ids = {metaId: 4711, imdbId: null, tvMetaId: null};
const seenAt = {isWhole: true, media: 'movies', seenAt: new Date(0), now: new Date(0)} as const;
const nothing = {learned: [], returned: [], missing: [], absent: []};

test('a list is made with what its kind has, is read at once, and never shows its secrets', async t => {
	const {call, deps, list} = await withFolder(t);
	const made = await call('POST /api/import-lists', {body: list});
	t.is(made.status, 201, JSON.stringify(made.body));
	t.like(made.body, {
		...list,
		apiKey: '********',
		media: 'movies',
		monitor: 'movie',
		intervalMinutes: 15,
		onLeave: 'nothing',
		graceDays: 7,
		mostChanges: 10,
		limit: 500,
		status: 'ok',
		lastSyncAt: null,
		items: 0,
		held: null,
	});
	t.false('completeSince' in made.body);
	const [stored] = await deps.connection.collection('importLists').find({}).toArray();
	t.false(JSON.stringify(stored).includes('tell-nobody'));
	t.false(JSON.stringify(stored).includes('attic.test'));
	t.deepEqual(
		(await deps.outbox.list(10)).map(({job, payload}) => [job, payload]),
		[['sync-import-list', {listId: made.body.id, byPerson: true}]],
	);
	t.deepEqual((await call('GET /api/import-lists')).body, {importLists: [made.body]});
	t.is((await call(`GET /api/import-lists/${made.body.id}`, {as: 'user'})).body.url, 'http://attic.test:7878');
	const series = await call(`PUT /api/import-lists/${made.body.id}`, {
		body: {kind: 'sonarr', url: 'http://attic.test:8989', apiKey: 'tell-nobody'},
	});
	t.like(series.body, {media: 'series', monitor: 'all'}, JSON.stringify(series.body));
	t.is((await call(`DELETE /api/import-lists/${made.body.id}`)).status, 204);
});

test('a list that cannot be is refused with every fault', async t => {
	const {call, list} = await withFolder(t);
	const faults = async (body: object) =>
		(await call('POST /api/import-lists', {body})).body.errors?.map(({path}: {path: string}) => path).sort();
	t.deepEqual(await faults({kind: 'gopher', limit: 0, graceDays: 0, mostChanges: 0, colour: 'red'}), [
		'colour',
		'graceDays',
		'kind',
		'limit',
		'mostChanges',
		'name',
		'rootFolderPath',
	]);
	t.deepEqual(await faults({...list, url: 'ftp://x', apiKey: '', media: 'series', monitor: 'all', intervalMinutes: 15}), [
		'apiKey',
		'media',
		'url',
	]);
	for (const url of ['https://www.imdb.com/list/ls012345678/', 'ls012345678', 'ur1234567']) {
		const {body} = await call('POST /api/import-lists', {body: {...list, kind: 'json', apiKey: '', intervalMinutes: 60, url}});
		t.regex(
			body.errors?.find(({path}: {path: string}) => path === 'url')?.message ?? '',
			/only to whoever is logged in.*upload the file/,
			url,
		);
	}
	t.deepEqual(await faults({...list, kind: 'mdblist', url: null, intervalMinutes: 15}), ['intervalMinutes', 'sourceId']);
	t.deepEqual(await faults({...list, monitor: 'all', rootFolderPath: '/nowhere', libraryId: unknownId, qualityProfileId: 'x'}), [
		'libraryId',
		'monitor',
		'qualityProfileId',
		'rootFolderPath',
	]);
	const ofTrakt = (sourceId: string) => {
		const app = {clientId: 'the-app', clientSecret: 'tell-nobody', apiKey: undefined, url: undefined};
		return faults({...list, ...app, name: sourceId, kind: 'trakt', source: 'list', sourceId});
	};
	t.deepEqual(await ofTrakt('nobody'), ['sourceId']);
	t.deepEqual(await ofTrakt('https://trakt.tv/users/vera'), ['sourceId']);
	for (const sourceId of [
		"vera.m/Vera's List",
		'4711',
		'https://trakt.tv/users/vera/lists/best?sort=rank',
		'https://trakt.tv/lists/4711',
	]) {
		t.is(await ofTrakt(sourceId), undefined, sourceId);
	}
	const {body} = await call('POST /api/import-lists', {body: {...list, onLeave: 'removeWithFiles'}});
	t.is(body.errors[0].path, 'onLeave');
	t.deepEqual(await faults({...list, onLeave: 'tag', tags: ['!']}), ['leaveTags', 'tags[0]']);
	t.regex(body.errors[0].message, /nothing.*unmonitor.*remove/, 'a list never removes files');
	t.is((await call('POST /api/import-lists', {as: 'user', body: list})).status, 403);
});

test('the titles of a list lie in its library, which is enabled and has such titles', async t => {
	const {call, deps, list} = await withFolder(t);
	const other = await deps.rootFolders.add({name: 'Other', path: '/elsewhere'}, deps.now());
	const add = (name: string, type: 'movies' | 'tv', rootFolderId: string, enabled = true) =>
		deps.libraries.add(
			{name, type, rootFolderId, qualityProfileId: 'q', languageProfileId: 'l', enabled, monitored: true, backfillEnabled: false},
			deps.now(),
		);
	const rootFolderId = (await deps.rootFolders.list()).find(({path}) => path === list.rootFolderPath)?.id ?? '';
	const films = await add('Films', 'movies', rootFolderId);
	const [shows, closed] = [await add('Shows', 'tv', rootFolderId), await add('Closed', 'movies', rootFolderId, false)];
	const elsewhere = await add('Elsewhere', 'movies', other.id);
	const faultOf = async (body: object) => (await call('POST /api/import-lists', {body: {...list, ...body}})).body.errors?.[0].path;
	t.is(await faultOf({libraryId: shows.id}), 'libraryId', 'also if the list leaves out what it has');
	t.is(await faultOf({libraryId: films.id, kind: 'sonarr'}), 'libraryId');
	t.is(await faultOf({libraryId: closed.id}), 'libraryId');
	t.is(await faultOf({libraryId: elsewhere.id}), 'rootFolderPath');
	const made = await call('POST /api/import-lists', {body: {...list, libraryId: films.id}});
	t.is(made.status, 201, JSON.stringify(made.body));
	const {rootFolderPath, ...withoutFolder} = list;
	const inLibrary = await call('POST /api/import-lists', {body: {...withoutFolder, name: 'Shelf', libraryId: films.id}});
	t.is(inLibrary.body.rootFolderPath, rootFolderPath, JSON.stringify(inLibrary.body));
	t.is((await call('POST /api/import-lists', {body: withoutFolder})).body.errors?.[0].path, 'rootFolderPath');
	await deps.libraries.change(films.id, {enabled: false}, deps.now());
	const path = `/api/import-lists/${made.body.id}` as const;
	t.is((await call(`PUT ${path}`, {body: {enabled: false, libraryId: films.id}})).status, 200, 'what stays is not judged again');
	t.is((await call(`PUT ${path}`, {body: {libraryId: elsewhere.id}})).body.errors?.[0].path, 'rootFolderPath');
	t.is((await call(`PUT ${path}`, {body: {libraryId: null}})).status, 200);
});

test('there are fifty lists at most', async t => {
	const {call, deps, list} = await withFolder(t);
	const {body} = await call('POST /api/import-lists', {body: {...list, enabled: false}});
	const {id: _id, ...stored} = await deps.importLists.get(body.id);
	for (let number = 2; number <= 50; number += 1) {
		await deps.importLists.add({...stored, name: `List ${number}`}, deps.now());
	}
	t.like((await call('POST /api/import-lists', {body: {...list, name: 'One more'}})).body, {status: 409, code: 'too_many_lists'});
});

test('a person decides what happens to an item', async t => {
	const {call, deps, list} = await withFolder(t);
	const {body: made} = await call('POST /api/import-lists', {body: list});
	const entries = [
		{ids, title: 'Harbour', year: 2019, seasons: null, key: 'tmdb:4711'},
		{ids: {...ids, metaId: null}, title: 'Twin', year: null, seasons: null, key: 'title:twin:'},
	];
	await deps.importListItems.apply({added: entries, ...nothing}, {...seenAt, listId: made.id});
	const path = `/api/import-lists/${made.id}/items` as const;
	const {body} = await call(`GET ${path}?state=waiting`);
	t.is(body.pagination.total, 2);
	const idOf = (title: string) => body.items.find((each: {title: string}) => each.title === title).id;
	const decide = (title: string, decision: object) => call(`POST ${path}/${idOf(title)}`, {body: decision});
	t.deepEqual(
		(await decide('Twin', {action: 'exclude'})).body.errors.map(({path: field}: {path: string}) => field),
		['action'],
	);
	t.deepEqual(
		(await decide('Twin', {action: 'match'})).body.errors.map(({path: field}: {path: string}) => field),
		['metaId'],
	);
	t.like((await decide('Twin', {action: 'match', metaId: 3})).body, {state: 'waiting', ids: {metaId: 3}});
	t.like((await decide('Harbour', {action: 'exclude'})).body, {state: 'excluded'});
	t.true(await deps.importExclusions.has('movie', 4711, null));
	t.like((await decide('Harbour', {action: 'add'})).body, {state: 'waiting', titleId: null});
	t.is((await deps.outbox.list(10)).filter(({job}) => job === 'add-list-items').length, 1);
	t.is((await call(`POST ${path}/${unknownId}`, {body: {action: 'add'}})).status, 404);
	t.is((await call(`POST ${path}/${idOf('Twin')}`, {as: 'user', body: {action: 'add'}})).status, 403);
	t.is((await call(`GET ${path}?state=lost`)).status, 400);
	t.is((await call(`POST /api/import-lists/${made.id}/held`, {body: {action: 'keep'}})).body.code, 'nothing_held');
	t.is((await call(`POST /api/import-lists/${made.id}/sync`, {body: {}})).status, 202);
	await call(`PUT /api/import-lists/${made.id}`, {body: {enabled: false}});
	t.is((await call(`POST /api/import-lists/${made.id}/sync`, {body: {}})).body.code, 'list_disabled');
	t.is((await call(`GET ${path}`)).body.pagination.total, 2);
	await call(`PUT /api/import-lists/${made.id}`, {body: {url: 'http://other.test', apiKey: 'other'}});
	t.is((await call(`GET ${path}`)).body.pagination.total, 0, 'another list has other items');
});

test('nobody lets titles go that he was not asked about', async t => {
	const {call, deps, list} = await withFolder(t);
	const {body: made} = await call('POST /api/import-lists', {body: list});
	const path = `/api/import-lists/${made.id}`;
	const hold = (itemIds: string[]) =>
		deps.importLists.setHealth(made.id, {held: {since: deps.now(), count: itemIds.length, titles: itemIds, itemIds, approved: null}});
	await hold(['one', 'two']);
	const asked = (await call(`GET ${path}`)).body.held.id;
	await hold(['one', 'two', 'three']);
	const apply = (heldId?: string) => call(`POST ${path}/held`, {body: {action: 'apply', heldId}});
	t.is((await apply(asked)).body.code, 'changed_meanwhile');
	t.is((await deps.importLists.get(made.id)).held?.approved, null);
	await hold(['two', 'one']);
	t.is((await apply(asked)).status, 202, 'the same titles in another order are the same question');
	t.deepEqual((await deps.importLists.get(made.id)).held?.approved, ['two', 'one']);
});

test('lists learn what persons do to titles, and titles say what added them', async t => {
	const served = await withFolder(t);
	const {call, deps, list} = served;
	const {body: made} = await call('POST /api/import-lists', {body: list});
	await deps.importListItems.apply(
		{added: [{ids, title: 'Harbour', year: 2019, seasons: null, key: 'tmdb:4711'}], ...nothing},
		{...seenAt, listId: made.id},
	);
	const movie = await addMovie(served, {metaId: 4711}, {addedBy: {kind: 'list', id: made.id}});
	const {items} = (await call(`GET /api/import-lists/${made.id}/items`)).body;
	await deps.importListItems.step([{id: items[0].id, from: 'waiting', change: {state: 'added', titleId: movie.id}}]);
	t.deepEqual((await call(`GET /api/library/movies/${movie.id}`)).body.addedBy, {kind: 'list', id: made.id});
	t.deepEqual((await call('GET /api/library/movies')).body.movies[0].addedBy, {kind: 'list', id: made.id});
	await call(`PUT /api/library/movies/${movie.id}`, {body: {monitored: true}});
	t.true((await deps.importListItems.get(made.id, items[0].id)).isTouched);
	await deps.importListItems.decide(items[0].id, {isTouched: false});
	t.is((await call(`POST /api/library/movies/${movie.id}/auto-search`, {body: {searchType: 'missing'}})).status, 202);
	t.true((await deps.importListItems.get(made.id, items[0].id)).isTouched, 'who searches it wants it');
	t.is((await call(`POST /api/import-lists/${made.id}/items/${items[0].id}`, {body: {action: 'add'}})).body.code, 'title_in_library');
	t.is((await call(`DELETE /api/library/movies/${movie.id}?addImportExclusion=true`)).status, 204);
	t.like(await deps.importListItems.get(made.id, items[0].id), {state: 'removedByPerson', titleId: null});
	t.true(await deps.importExclusions.has('movie', 4711, null));
});

test('a file is taken as a list, or refused with its line', async t => {
	const {call, deps, list} = await withFolder(t);
	const {url: _url, apiKey: _apiKey, ...plain} = list;
	const {body: made} = await call('POST /api/import-lists', {body: {...plain, kind: 'file'}});
	const upload = (text: string, id = made.id) =>
		call(`POST /api/import-lists/${id}/file`, {body: {content: Buffer.from(text).toString('base64')}});
	t.like((await upload('Const,Title,Year\ntt0000001,Lamp,2001\n')).body, {message: '1 titles are in the file.'});
	t.is(Buffer.from((await deps.importListItems.readFile(made.id)) ?? []).toString(), 'Const,Title,Year\ntt0000001,Lamp,2001\n');
	const refused = (await upload('Name,Year\nLamp')).body.errors;
	t.deepEqual([refused[0].path, /line 2/.test(refused[0].message)], ['content', true]);
	const {body: other} = await call('POST /api/import-lists', {body: {...list, name: 'Other'}});
	t.is((await upload('Name,Year\n', other.id)).body.code, 'no_file');
});

test('a person gets a code to sign in with, and learns what became of it', async t => {
	const served = await withFolder(t);
	const {call, deps, list} = served;
	const code = {userCode: '5055CC52', verificationUrl: 'https://trakt.tv/activate', expiresAt: new Date('2026-03-01T12:10:00Z')};
	await answerJobs(t, served, {authorizeImportList: async () => code});
	const {url: _url, apiKey: _apiKey, ...plain} = list;
	const app = {clientId: 'the-app', clientSecret: 'tell-nobody-either'};
	const trakt = {...plain, name: 'Trakt', kind: 'trakt', source: 'watchlist', ...app};
	const {body: made} = await call('POST /api/import-lists', {body: trakt});
	t.like(made, {kind: 'trakt', url: 'https://api.trakt.tv', clientId: 'the-app', clientSecret: '********', authorizedUntil: null});
	const path = `/api/import-lists/${made.id}` as const;
	t.like((await call(`GET ${path}/authorization`)).body, {state: 'none', userCode: null, message: null});
	t.deepEqual(await call(`POST ${path}/authorize`).then(({status, body}) => [status, body]), [
		202,
		{...code, expiresAt: '2026-03-01T12:10:00.000Z'},
	]);
	const {expiresAt, ...shown} = code;
	const signIn = {...shown, expiresAt: expiresAt.toISOString(), id: unknownId, deviceCode: 'device-code-1', intervalSeconds: 5};
	await deps.importLists.signIns.begin(made.id, {...signIn, state: 'waiting', message: null}, await deps.importLists.get(made.id));
	const waiting = await call(`GET ${path}/authorization`);
	t.deepEqual(waiting.body, {state: 'waiting', ...shown, expiresAt: '2026-03-01T12:10:00.000Z', message: null});
	await deps.importLists.signIns.note(made.id, {...signIn, state: 'denied', message: 'Refused.'});
	t.like((await call(`GET ${path}/authorization`)).body, {state: 'denied', userCode: null, message: 'Refused.'});
	const {body: other} = await call('POST /api/import-lists', {body: list});
	t.like((await call(`POST /api/import-lists/${other.id}/authorize`)).body, {status: 409, code: 'no_sign_in'});
	t.is((await call(`POST ${path}/authorize`, {as: 'user'})).status, 403);
	t.is((await call(`GET ${path}/authorization`, {as: 'user'})).status, 403);
	const faults = async (body: object) =>
		(await call('POST /api/import-lists', {body: {...trakt, name: 'Other', ...body}})).body.errors
			?.map(({path: at}: {path: string}) => at)
			.sort();
	t.deepEqual(await faults({clientId: '', clientSecret: null}), ['clientId', 'clientSecret']);
	t.deepEqual(await faults({source: 'upcoming'}), ['source']);
	t.deepEqual(await faults({source: 'list', sourceId: 'no list'}), ['sourceId']);
	t.deepEqual(await faults({source: 'mostPlayed', sourceId: 'hourly'}), ['sourceId']);
	t.deepEqual(await faults({source: 'boxOffice', media: 'series'}), ['source']);
	t.deepEqual(await faults({source: 'watchlist', sourceId: 'a/b'}), ['sourceId']);
});

test('what lists and collections give to new titles is not removed under them', async t => {
	const {call, list, deps} = await withFolder(t);
	const {body: folders} = await call('GET /api/root-folders');
	// The last profile of a kind stays in any case.
	await call('POST /api/quality-profiles', {body: buildProfileBody({name: 'Other'})});
	await call('POST /api/language-profiles', {body: buildLanguageProfileBody({name: 'Other'})});
	const {body: quality} = await call('POST /api/quality-profiles', {body: buildProfileBody({name: 'Attic'})});
	const {body: language} = await call('POST /api/language-profiles', {body: buildLanguageProfileBody({name: 'Attic'})});
	const given = {qualityProfileId: quality.id, languageProfileId: language.id};
	const made = await call('POST /api/import-lists', {body: {...list, ...given}});
	t.is(made.status, 201, JSON.stringify(made.body));
	const root = `/api/root-folders/${folders.rootFolders[0].id}`;
	const all = [root, `/api/quality-profiles/${quality.id}`, `/api/language-profiles/${language.id}`];
	for (const path of all) {
		const {body} = await call(`DELETE ${path}`);
		t.like(body, {status: 409, code: 'in_use'});
		t.regex(body.detail, /in use by the import list Attic\./);
	}
	await call(`DELETE /api/import-lists/${made.body.id}`);
	await deps.titleCollections.ensure([{metaId: 7, title: 'The Lanterns'}], new Date());
	const collection = await deps.titleCollections.findByMetaId(7);
	const chosen = {rootFolderPath: list.rootFolderPath, qualityProfileId: quality.id};
	t.is((await call(`PUT /api/collections/${collection?.id}`, {body: chosen})).status, 200);
	for (const path of all.slice(0, 2)) {
		t.regex((await call(`DELETE ${path}`)).body.detail, /in use by The Lanterns\./);
	}
	await call(`PUT /api/collections/${collection?.id}`, {body: {rootFolderPath: null, qualityProfileId: null}});
	for (const path of all) {
		t.is((await call(`DELETE ${path}`)).status, 204, path);
	}
});
