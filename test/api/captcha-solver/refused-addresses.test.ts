import test from 'ava';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {withSolver} from '#test/helpers/with-solver.ts';

test('private addresses of every spelling are refused before anybody is asked', async t => {
	const {tryOut, asked, deps} = await withSolver(t);
	const inside = [
		'http://127.0.0.1/',
		'http://2130706433/',
		'http://017700000001/',
		'http://0x7f.1/',
		'http://[::1]:5656/api',
		'http://[::ffff:10.0.0.1]/',
		'http://169.254.169.254/latest/meta-data/',
		'http://[fd00:ec2::254]/',
		'http://192.168.1.1/',
		'http://localhost:6379/',
		'http://LOCALHOST./',
		'https://a.localhost/',
		'http://user:password@127.0.0.1/',
	];
	for (const address of inside) {
		const {status, body} = await tryOut({url: address});
		t.is(status, 400, address);
		t.is(body.code, 'address_refused', address);
		t.is(body.errors[0].path, 'url');
	}
	t.is(asked.length, 0);
	await deps.settings.set('security.allowPrivateNetworks', true, new Date());
	t.is((await tryOut({url: 'http://127.0.0.1/'})).status, 200);
	t.is(asked.length, 1);
});

test('only an address of the web is opened', async t => {
	const {tryOut, asked} = await withSolver(t);
	const wrong = [
		'',
		'gate.test',
		'ftp://gate.test/',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'data:text/html,x',
		'chrome://version',
		'http://',
	];
	for (const address of [...wrong, `https://gate.test/${'x'.repeat(2000)}`, null, 7]) {
		const {status, body} = await tryOut({url: address, useCache: 'yes'});
		t.is(status, 400, String(address).slice(0, 40));
		t.deepEqual(body.errors.map((fault: {path: string}) => fault.path).toSorted(), ['url', 'useCache']);
	}
	t.deepEqual((await tryOut({extra: 1})).body.errors.map((fault: {path: string}) => fault.path).toSorted(), ['extra', 'url']);
	t.is(asked.length, 0);
	t.is((await tryOut({url: 'https://user:password@gate.test/'})).status, 200);
});

test('an indexer may be at a private address, but only its own port is allowed', async t => {
	const {tryOut, asked, deps} = await withSolver(t);
	await deps.indexers.add(buildIndexer({url: 'https://192.168.1.1/indexer'}), new Date());
	t.is((await tryOut({url: 'https://192.168.1.1:443/'})).status, 200);
	t.is(asked[0]?.challenge.allowedHost, '192.168.1.1:443');
	for (const url of ['http://192.168.1.1/', 'https://192.168.1.1:444/', 'https://192.168.1.2/']) {
		t.is((await tryOut({url})).body.code, 'address_refused', url);
	}
});

test('nor is the host of an indexer that was public when its address was entered', async t => {
	const {tryOut, asked, deps} = await withSolver(t);
	const {id, updatedAt} = await deps.indexers.add(buildIndexer({url: 'https://indexer.example'}), new Date());
	await tryOut({url: 'https://indexer.example/'});
	await deps.indexers.notePublic(id, true, {updatedAt: new Date(0)});
	await tryOut({url: 'https://indexer.example/'});
	await deps.indexers.notePublic(id, true, {updatedAt});
	await deps.indexers.notePublic(id, false, {updatedAt});
	await tryOut({url: 'https://indexer.example/'});
	await deps.indexers.change(await deps.indexers.get(id), {url: 'https://indexer.example/api'}, new Date());
	await tryOut({url: 'https://indexer.example/'});
	t.deepEqual(
		asked.map(({challenge}) => challenge.allowedHost),
		['indexer.example:443', 'indexer.example:443', null, 'indexer.example:443'],
	);
});
