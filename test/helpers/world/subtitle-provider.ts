import type {ExecutionContext} from 'ava';
import type {OpenSubtitlesSite} from '#scripts/demo/sandbox/opensubtitles/site.ts';
import type {SiteSubtitle} from '#scripts/demo/sandbox/opensubtitles/subtitles.ts';
import type {NewSubtitleProvider} from '#shared/store/providers/provider-stores.ts';
import {createSubtitleProviders} from '#workers/wiring/subtitle-providers.ts';
import {fakeOpenSubtitles} from '../fakes/fake-opensubtitles.ts';
import {patienceMs} from '../until.ts';
import type {WorkerWorld} from '../worker-deps.ts';

export function buildSiteSubtitle(overrides: Partial<SiteSubtitle> = {}): SiteSubtitle {
	return {
		fileId: 11,
		language: 'en',
		release: 'Paper.Harbor.2019.1080p.BluRay.x264-LANTERN',
		content: '1\n00:00:01,000 --> 00:00:02,000\nThe tide is out.\n',
		imdbNumber: 123_456,
		tmdbId: 77,
		title: 'Paper Harbor',
		year: 2019,
		...overrides,
	};
}

/** A stored provider at a site of its own, and a clock that both share. */
export async function subtitleProviderInWorld(
	t: ExecutionContext,
	{deps}: WorkerWorld,
	{site: siteOptions = {}, record = {}}: {site?: Partial<OpenSubtitlesSite>; record?: Partial<NewSubtitleProvider>},
) {
	const clock = {at: new Date('2026-03-01T12:00:00Z')};
	const now = () => clock.at;
	const site = await fakeOpenSubtitles(t, {subtitles: [buildSiteSubtitle()], now, ...siteOptions});
	const {id} = await deps.subtitleProviders.add({...site.record, ...record}, now());
	const providers = createSubtitleProviders({...deps, redis: deps.producer, now, leastMs: patienceMs});
	const signal = new AbortController().signal;
	return {
		clock,
		site,
		id,
		...providers,
		record: () => deps.subtitleProviders.get(id),
		open: async () => providers.openSubtitleProvider(await deps.subtitleProviders.get(id)),
		download: (subtitleId = '11') => providers.downloadSubtitle({providerId: id, id: subtitleId}, signal),
		signal,
	};
}
