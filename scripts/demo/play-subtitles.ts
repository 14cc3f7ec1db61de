import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import type {Stage} from './play.ts';
import type {ConnectionReply, LanguageProfilesReply, SubtitlesReply} from './replies.ts';
import type {SubtitleSite} from './sandbox/subtitle-site.ts';

const wanted = 'en';
const pollMs = 250;
const limitMs = 60_000;

/** Adds the subtitle site, and lets the profile of all films want one language. */
export async function prepareSubtitles(
	{apiUrl, apiKey, username, password}: SubtitleSite,
	{api, reporter}: Pick<Stage, 'api' | 'reporter'>,
): Promise<void> {
	const site = {name: 'Sandbox subtitles', kind: 'opensubtitles', url: apiUrl, apiKey, username, password};
	const {message} = await api.post<ConnectionReply>('/api/subtitle-providers/test', site);
	await api.post('/api/subtitle-providers', site);
	reporter.step(`subtitle provider ${site.name} is added: ${message}`);

	const {languageProfiles} = await api.get<LanguageProfilesReply>('/api/language-profiles');
	const profile = languageProfiles.find(({isDefault}) => isDefault) ?? languageProfiles[0];
	if (!profile) {
		throw new Error('There is no language profile.');
	}
	await api.put(`/api/language-profiles/${profile.id}`, {subtitles: [{code: wanted, forced: false, hearingImpaired: false}]});
	reporter.step(`language profile ${profile.name} wants subtitles in "${wanted}"`);
}

/** Waits for the subtitle that is searched after the import, and shows it. Returns its path. */
export async function showSubtitle(movieId: string, {api, reporter, signal}: Pick<Stage, 'api' | 'reporter' | 'signal'>): Promise<string> {
	const deadline = Date.now() + limitMs;
	for (;;) {
		const {subtitles, missing} = await api.get<SubtitlesReply>(`/api/library/movies/${movieId}/subtitles`);
		const arrived = subtitles.find(({language, source}) => language === wanted && source === 'downloaded');
		if (arrived?.path && existsSync(arrived.path)) {
			const {path, provider, score} = arrived;
			const [, , line = ''] = readFileSync(path, 'utf8').split('\n');
			reporter.step(`subtitle from ${provider}, score ${score}, begins with "${line}"`);
			reporter.step(path);
			return path;
		}
		if (Date.now() > deadline) {
			throw new Error(`No subtitle arrived beside the film within ${limitMs / 1000} s; missing: ${missing.join(', ') || 'none'}.`);
		}
		await pause(pollMs, undefined, {signal});
	}
}
