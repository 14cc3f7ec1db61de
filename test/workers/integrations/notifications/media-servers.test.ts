import test from 'ava';
import {fakeReceiver, type Received} from '#test/helpers/fakes/fake-receiver.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleDeliverNotifications} from '#workers/connections/deliver-notifications.ts';

const fileEvents = {events: ['imported', 'upgraded', 'deleted'] as const, secret: null, apiKey: 'the-key'};
const settings = {...fileEvents, events: [...fileEvents.events]};

/** Plex answers in JSON when asked for it, and only to its token. */
function plexAnswers(folders: string[]) {
	return ({path, headers}: Received) => {
		if (headers['x-plex-token'] !== 'the-key') {
			return {status: 401};
		}
		if (headers['accept'] !== 'application/json') {
			return {status: 200, body: '<MediaContainer/>'};
		}
		if (path === '/library/sections') {
			const Location = folders.map((folder, index) => ({id: index, path: folder}));
			return {status: 200, body: {MediaContainer: {size: 1, Directory: [{key: '3', type: 'movie', title: 'Films', Location}]}}};
		}
		return path === '/' ? {status: 200, body: {MediaContainer: {version: '1.41.0', friendlyName: 'Home'}}} : {status: 200};
	};
}

const scansOf = (received: readonly Received[]) =>
	received.filter(({path}) => path.includes('/refresh')).map(({path}) => new URL(path, 'http://plex').searchParams.get('path'));

test('Plex scans each changed folder once, gathered for some seconds, under its own paths', async t => {
	const world = await createWorld(t, {receivers: {}});
	const plex = await fakeReceiver(t, plexAnswers(['D:\\Media\\Films']));
	const {id} = await world.add({...settings, kind: 'plex', url: plex.url, pathMappings: [{from: '/data/films', to: 'D:\\Media\\Films'}]});
	for (let episode = 1; episode <= 10; episode += 1) {
		await world.happens('imported', {path: `/data/films/Show/Season 1/e${episode}.mkv`});
		await world.tell();
		await world.deliver(id);
		world.pass(2);
	}
	await world.happens('fileDeleted', {path: '/data/films/Old/old.mkv', reason: 'missingFromDisk'});
	await world.happens('grabbed');
	await world.tell();
	await world.deliver(id);
	t.deepEqual(scansOf(plex.received), []);
	world.pass(10);
	await world.deliver(id);
	t.deepEqual(scansOf(plex.received).toSorted(), ['D:\\Media\\Films\\Old', 'D:\\Media\\Films\\Show\\Season 1']);
	t.true(plex.received.every(({path}) => !path.includes('the-key')));
	t.deepEqual([...new Set((await world.log(id)).map(({status}) => status))], ['delivered']);
});

test('changes that never end are reported after a minute, and a folder that Plex does not have is said', async t => {
	const world = await createWorld(t, {receivers: {}});
	const plex = await fakeReceiver(t, plexAnswers(['/films']));
	const {id} = await world.add({...settings, kind: 'plex', url: plex.url});
	for (let change = 0; change < 20; change += 1) {
		await world.happens('imported', {path: `/films/Endless/${change}.mkv`});
		await world.tell();
		await world.deliver(id);
		world.pass(4);
	}
	t.is(scansOf(plex.received)[0], '/films/Endless');
	world.pass(60);
	await world.deliver(id);
	await world.happens('imported', {path: '/elsewhere/a/a.mkv'});
	await world.tell();
	world.pass(10);
	await world.deliver(id);
	const [lost] = await world.log(id);
	t.like(lost, {status: 'failed', tries: 1});
	t.regex(lost?.error ?? '', /No library of Plex contains \/elsewhere\/a/);
	t.like(await world.deps.notifications.get(id), {status: 'ok'});
});

test('what Plex was told of stays told when it fails, and the rest goes on without the folder that it failed on', async t => {
	const world = await createWorld(t, {receivers: {}});
	const answer = plexAnswers(['/films']);
	const plex = await fakeReceiver(t, request => (scansOf([request])[0] === '/films/c' ? {status: 500} : answer(request)));
	const {id} = await world.add({...settings, kind: 'plex', url: plex.url});
	for (const name of ['a', 'b', 'c', 'd', 'e']) {
		await world.happens('imported', {path: `/films/${name}/1.mkv`});
		await world.happens('imported', {path: `/films/${name}/2.mkv`});
		await world.tell();
		world.pass(1);
	}
	world.pass(10);
	await world.deliver(id);
	t.deepEqual(scansOf(plex.received), ['/films/a', '/films/b', '/films/c']);
	const tries = async () => Object.groupBy(await world.log(id), ({status, tries: tried}) => `${status} ${tried}`);
	t.deepEqual(Object.fromEntries(Object.entries(await tries()).map(([state, all]) => [state, all?.length])), {
		'delivered 1': 4,
		'pending 0': 4,
		'pending 1': 2,
	});

	plex.received.length = 0;
	world.pass(5);
	await world.deliver(id);
	t.deepEqual(scansOf(plex.received).toSorted(), ['/films/c', '/films/d', '/films/e']);
	t.is(plex.received.filter(({path}) => path === '/library/sections').length, 1);
	t.deepEqual(Object.keys(await tries()).toSorted(), ['delivered 1', 'pending 2']);
});

test('a run that is stopped among many folders of Plex is followed by one that does not begin again', async t => {
	const world = await createWorld(t, {receivers: {}});
	const answer = plexAnswers(['/films']);
	const stopping = new AbortController();
	const plex = await fakeReceiver(t, request => {
		if (scansOf(plex.received).length === 3) {
			stopping.abort();
		}
		return answer(request);
	});
	const {id} = await world.add({...settings, kind: 'plex', url: plex.url});
	const names = ['a', 'b', 'c', 'd', 'e', 'f'];
	for (const name of names) {
		await world.happens('imported', {path: `/films/${name}/1.mkv`});
		await world.tell();
		world.pass(1);
	}
	world.pass(10);
	const run = {...world.run(), signal: stopping.signal};
	await t.throwsAsync(handleDeliverNotifications({notificationId: id}, world.deps, run));
	await world.deliver(id);
	const scans = scansOf(plex.received).map(path => path?.slice(-1));
	t.deepEqual(scans.slice(0, 2), ['a', 'b']);
	t.deepEqual([...new Set(scans)], names);
	t.true(scans.length <= names.length + 1, scans.join());
});

test('a file that was replaced under its own name is not told to a media server as deleted', async t => {
	const world = await createWorld(t, {receivers: {}});
	const server = await fakeReceiver(t);
	const {id} = await world.add({...settings, kind: 'jellyfin', url: server.url});
	await world.happens('imported', {path: '/films/a/a.mkv', isUpgrade: true});
	await world.happens('fileDeleted', {path: '/films/a/a.mkv', reason: 'upgrade', sameName: true});
	await world.tell();
	world.pass(10);
	await world.deliver(id);
	t.deepEqual(JSON.parse(server.received[0]?.body ?? ''), {Updates: [{Path: '/films/a/a.mkv', UpdateType: 'Modified'}]});
	t.is((await world.log(id)).length, 1);
});

test('a path that Jellyfin cannot read keeps no other change from it', async t => {
	const world = await createWorld(t, {receivers: {}});
	// It tells its libraries of one path after the other, and fails at the first that is not one of its own system.
	const server = await fakeReceiver(t, ({body}) => ({status: body.includes('D:') ? 500 : 204}));
	const {id} = await world.add({...settings, kind: 'jellyfin', url: server.url, pathMappings: [{from: '/attic', to: 'D:\\Attic'}]});
	for (const path of ['/attic/a/a.mkv', '/films/b/b.mkv', '/attic/c/c.mkv', '/films/d/d.mkv']) {
		await world.happens('imported', {path});
	}
	await world.tell();
	for (let run = 0; run < 6; run += 1) {
		world.pass(60);
		await world.deliver(id);
	}
	const delivered = (await world.log(id)).filter(({status}) => status === 'delivered').flatMap(({files}) => files.map(({path}) => path));
	t.deepEqual(delivered.toSorted(), ['/films/b/b.mkv', '/films/d/d.mkv']);
	t.is(server.received.filter(({body}) => body.includes('/films/') && !body.includes('D:')).length, 2);
});

test('the test of Plex checks the token and that a library contains a root folder', async t => {
	const {deps, add, library, run} = await createWorld(t, {receivers: {}});
	const plex = await fakeReceiver(t, plexAnswers([library]));
	const record = await add({...settings, kind: 'plex', url: plex.url});
	const {signal} = run();
	t.deepEqual(await deps.openReceiver(record).test(signal), {version: '1.41.0', details: [`${library} is in Films.`]});
	await t.throwsAsync(deps.openReceiver({...record, apiKey: 'wrong'}).test(signal), {code: 'authentication_failed'});
	plex.answer = plexAnswers(['/other']);
	await t.throwsAsync(deps.openReceiver(record).test(signal), {code: 'path_not_visible'});
	plex.answer = () => ({status: 301, headers: {location: 'https://plex.example/'}});
	await t.throwsAsync(deps.openReceiver(record).test(signal), {code: 'wrong_protocol', message: /leads to another address \(301\)/});
	plex.answer = () => ({status: 200, body: 'hello'});
	await t.throwsAsync(deps.openReceiver(record).test(signal), {code: 'wrong_protocol'});
	await t.throwsAsync(deps.openReceiver({...record, url: 'http://127.0.0.1:9'}).test(signal), {code: 'connection_refused'});
});

for (const kind of ['jellyfin', 'emby'] as const) {
	test(`${kind} gets all changes in one call, and is tested with its key`, async t => {
		const world = await createWorld(t, {receivers: {}});
		const isKnown = ({headers}: Received) =>
			kind === 'jellyfin' ? headers['authorization'] === 'MediaBrowser Token="the-key"' : headers['x-emby-token'] === 'the-key';
		const server = await fakeReceiver(t, request => {
			if (!isKnown(request)) {
				return {status: 401};
			}
			return request.path === '/base/System/Info' ? {status: 200, body: {Version: '10.11.0', ServerName: 'Home'}} : {status: 204};
		});
		const record = await world.add({...settings, kind, url: `${server.url}/base/`, pathMappings: [{from: '/data', to: '/media'}]});
		await world.happens('imported', {path: '/data/a/a.mkv'});
		await world.happens('imported', {path: '/data/b/b.mkv', isUpgrade: true});
		await world.happens('fileDeleted', {path: '/data/b/old.mkv', reason: 'upgrade'});
		await world.tell();
		world.pass(10);
		await world.deliver(record.id);
		const [sent, ...more] = server.received;
		t.is(more.length, 0);
		t.like(sent, {method: 'POST', path: '/base/Library/Media/Updated'});
		const {Updates} = JSON.parse(sent?.body ?? '') as {Updates: {Path: string; UpdateType: string}[]};
		t.deepEqual(
			Updates.toSorted((a, b) => a.Path.localeCompare(b.Path)),
			[
				{Path: '/media/a/a.mkv', UpdateType: 'Created'},
				{Path: '/media/b/b.mkv', UpdateType: 'Modified'},
				{Path: '/media/b/old.mkv', UpdateType: 'Deleted'},
			],
		);
		t.like(await world.deps.openReceiver(record).test(world.run().signal), {version: '10.11.0'});
		await t.throwsAsync(world.deps.openReceiver({...record, apiKey: 'x'}).test(world.run().signal), {code: 'authentication_failed'});
	});
}
