import type {NewIndexer} from '#shared/store/providers/provider-stores.ts';

/** The settings of an indexer that allows everything; its site does not exist. */
export function buildIndexer(overrides: Partial<NewIndexer> = {}): NewIndexer {
	return {
		name: 'Site',
		kind: 'torznab',
		url: 'http://site.test',
		apiPath: '/api',
		apiKey: null,
		categories: [2000, 5000],
		enabled: true,
		rss: true,
		automatic: true,
		interactive: true,
		priority: 25,
		minimumSeeders: null,
		seedRatio: null,
		seedTimeMinutes: null,
		seasonPackSeedTimeMinutes: null,
		requiredFlags: [],
		queryLimit: null,
		grabLimit: null,
		limitUnit: 'day',
		timeoutSeconds: 60,
		minimumIntervalSeconds: 0,
		downloadClientId: null,
		captcha: false,
		tags: [],
		scope: null,
		proxyTags: [],
		additionalParameters: null,
		vipExpiration: null,
		definition: null,
		settings: {},
		...overrides,
	};
}
