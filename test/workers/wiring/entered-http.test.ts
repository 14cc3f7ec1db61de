import test, {type ExecutionContext} from 'ava';
import {UpstreamFailed} from '#shared/errors.ts';
import {lookupOf} from '#test/helpers/lookup-of.ts';
import type {Http, HttpRequest} from '#workers/integrations/http/http.ts';
import {createEnteredHttp} from '#workers/wiring/entered-http.ts';

const updatedAt = new Date('2026-01-01');

/** A provider whose name leads to these addresses; requests are noted with their network. */
function withName(
	addresses: string[],
	{isPublic = null as boolean | null, allowPrivate = false, url = 'https://indexer.example/api'} = {},
) {
	const names = {'indexer.example': addresses};
	const networks: HttpRequest['network'][] = [];
	const http: Http = async ({network}) => {
		networks.push(network);
		if (network === 'public' && names['indexer.example'].some(address => address.startsWith('10.'))) {
			throw new UpstreamFailed('address_refused', 'refused');
		}
		return {status: 200, headers: {}, cookies: [], body: Buffer.alloc(0), url};
	};
	const noted: unknown[] = [];
	const store = {notePublic: async (...given: unknown[]) => void noted.push(given)};
	const entered = createEnteredHttp({http, allowPrivate: () => allowPrivate, lookup: lookupOf(names)});
	const record = {id: 'one', url, isPublic, updatedAt};
	const open = (provider = record) => entered(provider, store);
	return {names, networks, noted, record, open};
}

const ask = (http: Http, url = 'https://indexer.example/api?t=caps') => http({url, network: 'any'});

test('a name that was public when it was entered must not turn private', async t => {
	const {names, networks, noted, record, open} = withName(['93.184.216.34']);
	await ask(open());
	t.deepEqual(noted, [['one', true, {updatedAt}]]);
	names['indexer.example'] = ['10.0.0.1'];
	const message = /indexer\.example leads to a private address now.*security\.allowPrivateNetworks/;
	await t.throwsAsync(ask(open({...record, isPublic: true})), {code: 'address_refused', message});
	t.deepEqual(networks, ['public', 'public']);
});

test('one that was private may be private, and become public', async t => {
	const {names, networks, noted, record, open} = withName(['10.0.0.1']);
	const http = open();
	await ask(http);
	await ask(http);
	t.deepEqual(noted, [['one', false, {updatedAt}]]);
	names['indexer.example'] = ['93.184.216.34'];
	await ask(open({...record, isPublic: false}));
	t.deepEqual(networks, ['any', 'any', 'any']);
});

test('a name without an address is noted when it has one', async t => {
	const {names, networks, noted, open} = withName([]);
	const http = open();
	await ask(http);
	t.deepEqual(noted, []);
	names['indexer.example'] = ['10.0.0.1'];
	await ask(http);
	t.deepEqual([networks, noted.length], [['public', 'any'], 1]);
});

test('settings that are not stored leave no note, and a setting allows every address', async t => {
	const trial = withName(['93.184.216.34']);
	await ask(trial.open({...trial.record, updatedAt: undefined as unknown as Date}));
	t.deepEqual([trial.networks, trial.noted], [['public'], []]);
	const allowed = withName(['10.0.0.1'], {isPublic: true, allowPrivate: true});
	await ask(allowed.open());
	t.deepEqual(allowed.networks, ['any']);
});

const macro = test.macro((t: ExecutionContext, url: string) => {
	const {networks, noted, open} = withName(['93.184.216.34'], {url});
	return ask(open(), url).then(() => t.deepEqual([networks, noted], [['any'], []]));
});
for (const url of [
	'http://192.168.1.5:9117/',
	'http://[fd00::5]:9117/',
	'http://prowlarr:9696/',
	'http://nas.lan/',
	'http://localhost:9696/',
]) {
	test(`${url} is nobody else's`, macro, url);
}

test('requests to other hosts keep their network', async t => {
	const {networks, open} = withName(['93.184.216.34']);
	const http = open();
	await ask(http, 'https://elsewhere.example/');
	await http({url: 'https://indexer.example/', network: 'public'});
	t.deepEqual(networks, ['any', 'public']);
});
