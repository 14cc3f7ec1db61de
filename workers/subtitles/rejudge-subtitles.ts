import type {LanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {missingSubtitles} from '#shared/domain/subtitles/missing-subtitles.ts';
import type {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import type {FileToJudge, Judged} from '#shared/store/titles/file-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {countedTracks, defaultProfile} from './subtitled-title.ts';

/** Writes only what changed, so that a second run costs little. */
export const handleRejudgeSubtitles: Handler<
	typeof rejudgeSubtitles,
	'episodes' | 'languageProfiles' | 'libraries' | 'movies' | 'settings'
> = async (wanted, {settings, movies, episodes, languageProfiles, libraries}, {signal, log}) => {
	// This process may learn of a changed setting later than the queue asks for it.
	await settings.load();
	const judge = await createJudge({settings, languageProfiles, libraries});
	let changed = 0;
	for (const titles of [movies, episodes]) {
		for await (const files of titles.subtitlesToJudge(wanted)) {
			signal.throwIfAborted();
			const rows = files.flatMap(judge);
			await titles.setMissing(rows);
			changed += rows.length;
		}
	}
	log.info({...wanted, changed}, 'Worked out again which subtitles are missing');
};

/** Returns the new judgement of a file, or nothing when it is as before. */
async function createJudge(
	deps: Pick<WorkerDeps, 'settings' | 'languageProfiles' | 'libraries'>,
): Promise<(file: FileToJudge) => Judged[]> {
	const counts = countedTracks(deps);
	const fallback = await defaultProfile(deps);
	const profiles = new Map<string, LanguageProfile>((await deps.languageProfiles.list()).map(profile => [profile.id, profile]));
	const libraries = new Map((await deps.libraries.list()).map(({id, languageProfileId}) => [id, profiles.get(languageProfileId)]));
	return ({id, libraryId, languageProfileId, fileId, audioLanguages, subtitles}) => {
		const profile = profiles.get(languageProfileId ?? '') ?? libraries.get(libraryId ?? '') ?? fallback;
		const missing = missingSubtitles(subtitles.list, {profile, counts, audioLanguages});
		const isSame = missing.join() === subtitles.missing.join();
		return isSame ? [] : [{id, fileId, readAt: subtitles.readAt, missing}];
	};
}
