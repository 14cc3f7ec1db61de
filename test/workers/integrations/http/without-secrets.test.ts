import type {IncomingMessage} from 'node:http';
import {inspect} from 'node:util';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {formEncode} from '#shared/domain/definitions/form-encoding.ts';
import {type DownloadClientKind, downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';
import {type IndexerKind, indexerKinds} from '#shared/domain/indexers/indexer-record.ts';
import {Invalid} from '#shared/errors.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {memoryCache} from '#test/helpers/memory-cache.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {noSites, siteDeps} from '#test/helpers/site-deps.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {openDownloadClient} from '#workers/integrations/download-clients/open-download-client.ts';
import {withoutSecrets} from '#workers/integrations/http/without-secrets.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';
import {openProvider} from '#workers/integrations/subtitles/open-provider.ts';
import type {ProviderDeps} from '#workers/integrations/subtitles/subtitle-provider.ts';

const canary = (place: string) => `canary${place}0123456789`;
/** Of a call; the modules are loaded long before it. */
const limit = () => longSignal();

/** How a peer, or a proxy before it, quotes what it was sent. */
const quotes: Record<string, (heard: string, id: unknown) => [status: number, body: string]> = {
	'an error document': heard => [200, `<error code="100" description="Wrong: ${heard}"/>`],
	'a fault of XML-RPC': heard => [
		200,
		`<methodResponse><fault><value><struct><member><name>faultCode</name><value><int>-1</int></value></member><member><name>faultString</name><value><string>Wrong: ${heard}</string></value></member></struct></value></fault></methodResponse>`,
	],
	'an error in JSON': (heard, id) => [
		200,
		JSON.stringify({id, status: false, error: {message: heard, code: 2, name: 'E'}, result: heard, message: heard}),
	],
	'a refusal in JSON': heard => [400, JSON.stringify({message: heard, errors: [heard], error: {message: heard}})],
	'a refused login': heard => [401, JSON.stringify({message: heard})],
	'plain text': heard => [200, heard],
	'a refused page': heard => [403, heard],
	'a broken page': heard => [500, heard],
};

async function heardFrom(request: IncomingMessage): Promise<{heard: string; id: unknown}> {
	const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
	const basic = Buffer.from(request.headers.authorization?.split(' ')[1] ?? '', 'base64').toString();
	const sent = `${request.url} ${basic} ${JSON.stringify(request.headers)} ${body}`;
	return {heard: [...new Set(sent.match(/canary\w+/g))].join(' and '), id: /"id":(\d+)/.exec(body)?.[1]};
}

/** The address of a site that quotes whatever it is sent, with keys wherever an address can have one. */
async function echo(t: ExecutionContext, quote: (heard: string, id: unknown) => [number, string], seen: Set<string>): Promise<string> {
	const url = await serveHttp(t, (request, response) => {
		void heardFrom(request).then(({heard, id}) => {
			for (const each of heard.split(' and ')) {
				seen.add(each);
			}
			const [status, body] = quote(heard, Number(id));
			response.writeHead(status, {'content-type': 'text/plain'}).end(body);
		});
	});
	return `${url.replace('://', `://me:${canary('Password')}@`)}/${canary('Path')}?tok=${canary('Query')}`;
}

async function failureOf(work: () => Promise<unknown>): Promise<string> {
	return work().then(
		() => '',
		error => inspect(error, {depth: 10}),
	);
}

test('what an indexer quotes of an address or a key is not told', async t => {
	const seen = new Set<string>();
	const login = 'login: {method: get, path: in, inputs: {p: "{{ .Config.password }}"}, error: [{selector: body}]}';
	const sites = await siteDeps(t, {echo: siteDefinition('http://site.test', {login})});
	for (const [name, quote] of Object.entries(quotes)) {
		const url = await echo(t, quote, seen);
		for (const kind of Object.keys(indexerKinds) as IndexerKind[]) {
			const settings = {
				...buildIndexer({
					kind,
					url,
					apiPath: `/${canary('ApiPath')}`,
					apiKey: canary('Key'),
					definition: 'echo',
					settings: {password: canary('Setting')},
				}),
				id: 'i',
			};
			const deps = {
				http: withHttp(t),
				cache: memoryCache(),
				now: () => new Date(),
				network: 'any' as const,
				solver: null,
				takeSlot: null,
				takeAnswer: null,
				sites,
			};
			const reported = await failureOf(() => openIndexer(settings, deps).test(limit()));
			t.false(reported.includes('canary'), `${kind}, ${name}: ${reported}`);
		}
	}
	t.true(
		['Password', 'Path', 'Query', 'ApiPath', 'Key', 'Setting'].every(place => seen.has(canary(place))),
		[...seen].join(),
	);
});

test('what a download client quotes of a password is not told', async t => {
	const seen = new Set<string>();
	const kinds = (Object.keys(downloadClientKinds) as DownloadClientKind[]).filter(
		(kind): kind is DownloadClientKind => kind !== 'blackhole' && kind !== 'builtin',
	);
	for (const [name, quote] of Object.entries(quotes)) {
		const url = await echo(t, quote, seen);
		for (const kind of kinds) {
			const settings = {...buildDownloadClient({kind, url, username: 'me', password: canary('Login'), apiKey: canary('Key')}), id: 'c'};
			const client = openDownloadClient(settings, {http: withHttp(t)} as never);
			const tries = [
				() => client.test(limit()),
				() => client.list(limit()),
				() => client.remove('ab'.repeat(20), {deleteData: false}, limit()),
			];
			for (const work of tries) {
				const reported = await failureOf(work);
				t.false(reported.includes('canary'), `${kind}, ${name}: ${reported}`);
			}
		}
	}
	t.true(
		['Login', 'Key', 'Path'].every(place => seen.has(canary(place))),
		[...seen].join(),
	);
});

test('what a subtitle provider quotes of its address is not told', async t => {
	const calm = {rates: {request: async () => undefined, login: async () => undefined}, ensureLoginAllowed: async () => undefined};
	const seen = new Set<string>();
	for (const [name, quote] of Object.entries(quotes)) {
		const url = await echo(t, quote, seen);
		for (const kind of ['opensubtitles', 'subdl'] as const) {
			const settings = {
				...{id: 's', name: 'Subs', kind, url, apiKey: canary('Key'), username: 'me', password: canary('Login')},
				...{enabled: true, priority: 1, dailyLimit: null, timeoutSeconds: 10},
			};
			const deps = {...calm, http: withHttp(t), now: () => new Date(), noteLoginRefused: async () => undefined} as unknown as ProviderDeps;
			const reported = await failureOf(() => openProvider(settings, deps).test(limit()));
			t.false(reported.includes('canary'), `${kind}, ${name}: ${reported}`);
		}
	}
	t.true(
		['Login', 'Key', 'Path'].every(place => seen.has(canary(place))),
		[...seen].join(),
	);
});

test('a secret goes in each of its spellings, also from what caused a failure', async t => {
	const secret = 'a "b"/c&d';
	const cause = new Error(`It says ${JSON.stringify({secret})}`);
	const failure = new Invalid('refused', `key=${encodeURIComponent(secret)} and ${secret}`, [], {cause});
	const work = () => withoutSecrets({secrets: [secret, 'abc', null]}, () => Promise.reject(failure));
	const reported = await t.throwsAsync(work, {is: failure});
	t.is(reported?.message, 'key=******** and ********');
	t.is(cause.message, 'It says {"secret":"********"}');
	t.false(inspect(reported).includes('a "b"'));
	await t.throwsAsync(
		withoutSecrets({secrets: ['aborted']}, () => Promise.reject(new DOMException('aborted', 'AbortError'))),
		{name: 'AbortError'},
	);
});

test('a secret is not told as forms and pages write it', async t => {
	const secret = "a <b> & 'c' ~ü!";
	const forms = [
		new URLSearchParams({p: secret}).toString(),
		`p=${formEncode(secret, text => new TextEncoder().encode(text))}`,
		'p=a+%3cb%3e+%26+%27c%27+%7e%c3%bc!',
		"a &lt;b&gt; &amp; 'c' ~ü!",
		'a &lt;b&gt; &amp; &#39;c&#39; ~ü!',
	];
	for (const form of forms) {
		const reported = await t.throwsAsync(withoutSecrets({secrets: [secret]}, () => Promise.reject(new Error(`It says ${form}`))));
		t.regex(reported?.message ?? '', /^It says (?:p=)?\*{8}$/, form);
	}
});

test('a secret that is cut at the end of what was quoted is not told in part', async t => {
	const secret = canary('Key');
	const reported = async (message: string) =>
		(await t.throwsAsync(withoutSecrets({secrets: [secret, 'correct horse']}, () => Promise.reject(new Error(message)))))?.message;
	t.is(await reported(`It says: ${secret.slice(0, -3)}. Correct it.`), 'It says: ********. Correct it.');
	t.is(await reported(`The limit (900 - ${secret.slice(0, 12)}).`), 'The limit (900 - ********).');
	t.is(await reported(`${secret} and <${secret.slice(0, 15)}>`), '******** and <********>');
	t.is(await reported('correct h'), '********');
	t.is(await reported('correctly horsed, canary'), 'correctly horsed, canary');
});

test('what a peer says of itself does not quote a key', async t => {
	const heard = (request: IncomingMessage) => /apikey=(\w+)/.exec(request.url ?? '')?.[1] ?? '';
	const url = await serveHttp(t, (request, response) => {
		const key = heard(request);
		const limits = '<searching><search available="yes" supportedParams="q"/></searching>';
		const categories = `<categories><category id="2000" name="Movies ${key}"><subcat id="2010" name="${key}"/></category></categories>`;
		const caps = `<caps><server version="${key}" title="Of ${key}"/>${limits}${categories}<tags><tag name="${key}"/></tags></caps>`;
		const failed = {nzo_id: 'a', category: 'kinoteka', status: 'Failed', name: 'A', fail_message: `Refused ${key}`};
		const replies: Record<string, object> = {
			version: {version: `4.5.${key}`},
			queue: {queue: {slots: []}},
			history: {history: {slots: [failed], noofslots: 1}},
		};
		const mode = new URL(request.url ?? '', url).searchParams.get('mode') ?? '';
		response.end(mode in replies ? JSON.stringify(replies[mode]) : caps);
	});
	const key = canary('Key');
	const deps = {
		http: withHttp(t),
		cache: memoryCache(),
		now: () => new Date(),
		network: 'any' as const,
		solver: null,
		takeSlot: null,
		takeAnswer: null,
		sites: noSites,
	};
	const indexer = openIndexer({...buildIndexer({url, apiKey: key}), id: 'i'}, deps);
	const caps = await indexer.capabilities(limit());
	t.like(caps, {version: '********', title: 'Of ********', tags: ['********']});
	t.like(caps.categories[0], {id: 2000, name: 'Movies ********'});
	t.false(JSON.stringify(caps).includes(key));

	const settings = {...buildDownloadClient({kind: 'sabnzbd', url, apiKey: key}), id: 'c'};
	const client = openDownloadClient(settings, {http: withHttp(t)} as never);
	t.deepEqual(
		(await client.list(limit())).map(({message}) => message),
		['SABnzbd reports: Refused ********'],
	);
});

test('words of an address stay readable', async t => {
	const addresses = ['http://box:9091/transmission/rpc?mode=movies', '/api', null];
	const error = await t.throwsAsync(withoutSecrets({addresses}, () => Promise.reject(new Error('transmission has no movies in api'))));
	t.is(error?.message, 'transmission has no movies in api');
});
