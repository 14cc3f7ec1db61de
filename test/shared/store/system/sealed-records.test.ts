import test from 'ava';
import {secretSettings} from '#shared/settings/definitions.ts';
import {openDatabase} from '#shared/store/database.ts';
import {withStores} from '#test/helpers/stores.ts';
import {sealedBefore, testSecrets} from '#test/helpers/test-secrets.ts';

const secret = 'k3yOfNobody';
const rawGuid = `https://tracker.example/${secret}/1`;

test('what earlier versions stored in plain text is sealed or hidden once, and still found', async t => {
	const {stores, connection} = await withStores(t);
	const id = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
	const rows: Record<string, object[]> = {
		indexers: [
			{_id: id('1'), name: 'One', kind: 'rss', url: `https://site/${secret}`, apiPath: `/${secret}`, apiKey: sealedBefore(secret)},
		],
		subtitleProviders: [{_id: id('6'), name: 'Subs', kind: 'subdl', url: `https://subs/${secret}`}],
		downloadClients: [
			{_id: id('2'), name: 'Box', url: `http://u:${secret}@box`, password: sealedBefore(secret), apiKey: null, settings: {label: secret}},
		],
		blocklist: [{_id: id('4'), title: 'A', indexerId: 'i', guid: rawGuid, reason: `See ${rawGuid}`}],
		history: [
			{_id: id('5'), event: 'grabbed', title: 'A', downloadId: null, data: {guid: rawGuid, indexerId: 'i', size: 1}, timestamp: new Date()},
		],
		pendingReleases: [
			{_id: 'old', release: sealedBefore(JSON.stringify({guid: rawGuid, indexerId: 'i', publishDate: new Date()})), seenAt: new Date()},
		],
		builtinTorrents: [
			{_id: 'ab'.repeat(20), title: 'A', magnetUrl: `magnet:?tr=${secret}`, torrentFile: Buffer.from(secret), bitfield: null},
		],
		settings: [
			{_id: 'meta.apiKey', value: sealedBefore(secret)},
			{_id: 'captcha.externalUrl', value: `http://me:${secret}@solver`},
			{_id: 'download.pollSeconds', value: 5},
		],
		installation: [{_id: 'secretKey', value: 'a fingerprint'}],
	};
	for (const [name, documents] of Object.entries(rows)) {
		await connection.collection(name).insertMany(documents as never);
	}
	const dump = async () =>
		JSON.stringify(await Promise.all(Object.keys(rows).map(name => connection.collection(name).find().sort({_id: 1}).toArray())));
	await stores.sealedRecords.complete(secretSettings);
	const stored = await dump();
	t.false(stored.includes(secret));
	t.false(stored.includes(Buffer.from(secret).toString('base64').slice(0, 12)));
	t.false(stored.includes('"v1.'));

	const name = await stores.releaseGuids.nameOf(rawGuid);
	t.like(await stores.indexers.get(id('1')), {url: `https://site/${secret}`, apiPath: `/${secret}`, apiKey: secret});
	t.is((await stores.subtitleProviders.get(id('6'))).url, `https://subs/${secret}`);
	t.like(await stores.downloadClients.get(id('2')), {url: `http://u:${secret}@box`, password: secret, settings: {label: secret}});
	t.like((await stores.blocklist.touching([{guid: name, infoHash: null, indexerId: 'x', size: 0}]))[0], {
		reason: 'See https://tracker.example/…',
	});
	t.is((await stores.history.grabsOf([{guid: name, infoHash: null}])).length, 1);
	const [waiting] = await stores.pendingReleases.list(new Date());
	t.is(waiting?.guid, name);
	await stores.pendingReleases.remove([{guid: name, indexerId: 'i'}]);
	t.deepEqual(await stores.pendingReleases.list(new Date()), []);
	const torrent = await stores.builtinTorrents.find('ab'.repeat(20));
	t.is(torrent?.magnetUrl, `magnet:?tr=${secret}`);
	t.is(Buffer.from(torrent?.torrentFile ?? []).toString(), secret);
	const settings = await stores.settingStore.all();
	t.like(
		settings.find(({_id}) => _id === 'download.pollSeconds'),
		{value: 5},
	);
	const address = settings.find(({_id}) => _id === 'captcha.externalUrl')?.value;
	t.is(testSecrets.open(String(address), 'settings/value/captcha.externalUrl'), `http://me:${secret}@solver`);

	const after = await dump();
	await stores.sealedRecords.complete(secretSettings);
	t.is(await dump(), after);
});

test('processes that start at once wait for the one that seals, and one takes over from a dead one', async t => {
	const {stores, uri, connection} = await withStores(t);
	await connection.collection('indexers').insertOne({_id: 'one', url: `https://site/${secret}`} as never);
	const until = new Date(Date.now() + 1500);
	await connection.collection('leases').insertOne({_id: 'sealed-records', token: 'dead', until} as never);
	const other = openDatabase({uri, secrets: testSecrets});
	t.teardown(() => other.close());
	await other.connected;
	await Promise.all([stores.sealedRecords.complete(secretSettings), other.stores.sealedRecords.complete(secretSettings)]);
	t.true(new Date() >= until);
	t.false(JSON.stringify(await connection.collection('indexers').find().toArray()).includes(secret));
	t.is(await connection.collection('leases').countDocuments({_id: 'sealed-records' as never}), 0);
});

test('a sealed address that is moved to another record does not open there', async t => {
	const {stores, connection} = await withStores(t);
	const fields = {kind: 'rss', url: 'https://site/key', apiKey: null, categories: [], enabled: true} as never;
	const one = await stores.indexers.add({...(fields as object), name: 'One'} as never, new Date());
	const two = await stores.indexers.add({...(fields as object), name: 'Two', url: 'https://other'} as never, new Date());
	const indexers = connection.collection<{_id: string; url: string}>('indexers');
	const url = (await indexers.findOne({_id: one.id}))?.url ?? '';
	await indexers.updateOne({_id: two.id}, {$set: {url}});
	await t.throwsAsync(stores.indexers.get(two.id), {message: /cannot be read/});
});

test('all processes name a release alike, also after a restart, and nobody can read its guid from the name', async t => {
	const {stores, uri} = await withStores(t);
	const other = openDatabase({uri, secrets: testSecrets});
	t.teardown(() => other.close());
	await other.connected;
	const [one, two] = await Promise.all([stores.releaseGuids.nameOf(rawGuid), other.stores.releaseGuids.nameOf(rawGuid)]);
	t.is(one, two);
	t.regex(one, /^rel_[\w-]{32}$/);
	t.is(await stores.releaseGuids.nameOf(one), one);
	t.not(await stores.releaseGuids.nameOf(`${rawGuid}2`), one);
});
