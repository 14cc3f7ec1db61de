import type {ApiClient} from '#scripts/command/api-client.ts';
import type {Caller} from './caller.ts';
import type {NewznabSite} from './newznab-site.ts';
import type {UsenetClient} from './usenet-client.ts';

interface Setting {
	caller: Caller;
	library: string;
	site: NewznabSite;
	client: UsenetClient;
	indexer: object;
}

const limitMs = 180_000;

/** Adds root folder, indexer and download client, and returns the id of the indexer. */
export async function setUp({caller, library, site, client, indexer}: Setting): Promise<string> {
	const ask = <Reply>(work: (api: ApiClient) => Promise<Reply>) => caller.insist(work, limitMs);
	await ask(api => api.get('/api/ready?all=true'));
	await ask(api => api.post('/api/root-folders', {path: library}));
	await ask(api => api.put('/api/settings/download.pollSeconds', {value: 1}));
	const {downloadClients} = await ask(api => api.get<{downloadClients: {id: string}[]}>('/api/download-clients'));
	for (const {id} of downloadClients) {
		// The client that a first start adds needs a pool that is not run here.
		await ask(api => api.put(`/api/download-clients/${id}`, {enabled: false}));
	}
	const {url, apiKey, category} = client;
	await ask(api => api.post('/api/download-clients', {name: 'Stage', kind: 'sabnzbd', url, apiKey, category}));
	const asked = {name: 'Stage', kind: 'newznab', url: site.url, categories: [2000, 5000], ...indexer};
	const {id} = await ask(api => api.post<{id: string}>('/api/indexers', asked));
	return id;
}
