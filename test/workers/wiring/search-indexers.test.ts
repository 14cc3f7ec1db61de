import test from 'ava';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import type {Indexer} from '#workers/integrations/indexers/indexer.ts';
import {createSearchIndexers} from '#workers/wiring/search-indexers.ts';

const criteria: SearchCriteria = {kind: 'text', query: 'lamp', categories: null, limit: 10, media: 'movie'};
const settings = {
	kind: 'torznab' as const,
	url: 'http://site.test',
	apiPath: '/api',
	apiKey: null,
	categories: [2000],
	enabled: true,
	priority: 25,
	minimumSeeders: null,
	seedRatio: null,
	seedTimeMinutes: null,
	queryLimit: null,
	grabLimit: null,
	limitUnit: 'day' as const,
	timeoutSeconds: 10,
	minimumIntervalSeconds: 0,
	downloadClientId: null,
	captcha: false,
};

test("a title's search asks the indexers of its library and those of all; a person may name any", async t => {
	const {deps} = await withWorkerDeps(t);
	const add = (name: string, tags: string[]) => deps.indexers.add({...settings, name, tags}, new Date());
	await add('For all', []);
	const films = await add('For films', ['Films']);
	await add('For shows', ['Shows']);
	const answer: Indexer = {
		kind: 'torznab',
		search: async () => [],
		recent: async () => [],
		test: () => Promise.reject(new Error('not asked')),
		capabilities: () => Promise.reject(new Error('not asked')),
	};
	const {searchIndexers} = createSearchIndexers({...deps, openIndexer: () => answer});
	const asked = async (wish: Partial<Parameters<typeof searchIndexers>[0]>) => {
		const {indexerResults} = await searchIndexers({criteria, indexerIds: null, ...wish}, new AbortController().signal);
		return indexerResults.map(({indexerName}) => indexerName).toSorted();
	};
	t.deepEqual(await asked({library: {id: 'l', name: 'films'}}), ['For all', 'For films']);
	t.deepEqual(await asked({library: null}), ['For all']);
	t.deepEqual(await asked({}), ['For all', 'For films', 'For shows']);
	t.deepEqual(await asked({indexerIds: [films.id], library: null}), ['For films']);
});
