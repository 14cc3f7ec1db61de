import test from 'ava';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {serve} from '#test/helpers/serve.ts';

const rounds = 8;
const provider = {name: 'Desk', kind: 'opensubtitles', url: 'https://old.test', apiKey: 'old', username: '', password: '', enabled: false};

for (const [path, record] of Object.entries({
	'/api/indexers': buildIndexer({url: 'https://old.test', apiKey: 'old', enabled: false}),
	'/api/download-clients': buildDownloadClient({kind: 'sabnzbd', url: 'https://old.test', apiKey: 'old', enabled: false}),
	'/api/subtitle-providers': provider,
})) {
	test(`of two changes at once, none sends the key of the other to its own address: ${path}`, async t => {
		const {call, deps} = await serve(t);
		const {id} = (await call(`POST ${path}`, {body: record})).body;
		const store = {
			'/api/indexers': deps.indexers,
			'/api/download-clients': deps.downloadClients,
			'/api/subtitle-providers': deps.subtitleProviders,
		}[path];
		for (let round = 0; round < rounds; round += 1) {
			const {url} = (await call(`GET ${path}/${id}`)).body;
			const moved = {url: `https://new-${round}.test`, apiKey: `new-${round}`};
			const answers = await Promise.all([moved, {url, apiKey: '********'}].map(body => call(`PUT ${path}/${id}`, {body})));
			for (const {status, body} of answers.filter(answer => answer.status !== 200)) {
				t.true(status === 400 || body.code === 'changed_meanwhile', JSON.stringify(body));
			}
			const stored = await store?.get(id);
			t.is(stored?.url?.replace(/^https:\/\/|\.test$/g, ''), stored?.apiKey ?? '');
		}
	});
}

test('a change of a record that somebody else has changed since it was read is refused', async t => {
	const {deps} = await serve(t);
	const now = new Date('2026-05-04T10:00:00Z');
	const seen = await deps.indexers.add(buildIndexer(), now);
	await deps.indexers.change(seen, {url: 'http://other.test', apiKey: 'other'}, new Date('2026-05-04T11:00:00Z'));
	await t.throwsAsync(deps.indexers.change(seen, {name: 'Mine'}, now), {code: 'changed_meanwhile'});
});
