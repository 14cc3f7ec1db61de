import test from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {withStores} from '#test/helpers/stores.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs} from '#test/helpers/until.ts';

const rawGuid = 'https://tracker.example/k3yOfNobody/1';

test('all processes name a release alike, also after a restart, and nobody can read its guid from the name', async t => {
	const {stores, uri} = await withStores(t);
	const other = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => other.close());
	await other.connected;
	const [one, two] = await Promise.all([stores.releaseGuids.nameOf(rawGuid), other.stores.releaseGuids.nameOf(rawGuid)]);
	t.is(one, two);
	t.regex(one, /^rel_[\w-]{32}$/);
	t.is(await stores.releaseGuids.nameOf(one), one);
	t.not(await stores.releaseGuids.nameOf(`${rawGuid}2`), one);
});
