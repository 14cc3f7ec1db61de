import {createOpenSubtitlesSite} from '#scripts/demo/sandbox/opensubtitles/site.ts';
import {type SandboxServer, serve} from '#scripts/demo/sandbox/serve.ts';
import type {Caller} from './caller.ts';
import type {Offer} from './catalogue.ts';

const limitMs = 60_000;
/** More than a run needs. */
const dailyDownloads = 1000;

/** A site like OpenSubtitles with one English subtitle for every film. */
export async function openStageSubtitles(offers: readonly Offer[]): Promise<SandboxServer> {
	const films = offers.filter(({episodes}) => episodes === 0);
	const subtitles = films.map(({film, release}) => ({
		fileId: film.id,
		language: 'en',
		release,
		content: `1\r\n00:00:01,000 --> 00:00:04,000\r\n${film.title}\r\n`,
		imdbNumber: Number(film.imdbId.replace(/^tt/, '')),
		tmdbId: film.id,
		title: film.title,
		year: Number(film.released.slice(0, 4)),
	}));
	const site = createOpenSubtitlesSite({subtitles, dailyDownloads});
	return serve((url, request) => site.answer(url, request));
}

/** Adds the site, and lets every title want an English subtitle. */
export async function wantSubtitles(caller: Caller, {url}: SandboxServer): Promise<void> {
	const site = {
		name: 'Stage',
		kind: 'opensubtitles',
		url: `${url}/api/v1`,
		apiKey: 'site-key',
		username: 'someone',
		password: 'her password',
	};
	await caller.insist(api => api.post('/api/subtitle-providers', {...site, dailyLimit: dailyDownloads}), limitMs);
	const {languageProfiles} = await caller.insist(
		api => api.get<{languageProfiles: {id: string; isDefault: boolean}[]}>('/api/language-profiles'),
		limitMs,
	);
	for (const {id} of languageProfiles.filter(({isDefault}) => isDefault)) {
		const subtitles = [{code: 'en', forced: false, hearingImpaired: false}];
		await caller.insist(api => api.put(`/api/language-profiles/${id}`, {subtitles}), limitMs);
	}
	// A search right after an import may be lost with the primary of Redis. This task makes up for it.
	await caller.insist(api => api.put('/api/tasks/subtitleSearchOnImport/interval', {interval: 1, unit: 'minutes'}), limitMs);
}
