import type {ExecutionContext} from 'ava';
import {createOpenSubtitlesSite, type OpenSubtitlesSite} from '#scripts/demo/sandbox/opensubtitles/site.ts';
import {serve} from '#scripts/demo/sandbox/serve.ts';
import type {NewSubtitleProvider} from '#shared/store/providers/provider-stores.ts';

export interface FakeOpenSubtitles extends OpenSubtitlesSite {
	/** Address of the API. */
	url: string;
	/** A record for it. */
	record: NewSubtitleProvider;
	/** Requests whose path begins so. */
	count(path: string): number;
}

/** OpenSubtitles' API over a real socket. Its fields may be changed at any time; `now` moves its clock. */
export async function fakeOpenSubtitles(t: ExecutionContext, options: Partial<OpenSubtitlesSite> = {}): Promise<FakeOpenSubtitles> {
	const site = createOpenSubtitlesSite(options);
	const server = await serve((url, request) => site.answer(url, request));
	t.teardown(() => server.close());
	const url = `${server.url}/api/v1`;
	const {apiKey, username, password} = site;
	return Object.assign(site, {
		url,
		record: {
			name: 'OpenSubtitles',
			kind: 'opensubtitles' as const,
			url,
			apiKey,
			username,
			password,
			enabled: true,
			priority: 25,
			dailyLimit: null,
			timeoutSeconds: 60,
		},
		count: (path: string) => site.requests.filter(request => request.path.startsWith(path)).length,
	});
}
