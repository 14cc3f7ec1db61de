import type {LanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {subtitleSearchKey} from '#shared/domain/searches/search-backoff.ts';
import {missingSubtitles} from '#shared/domain/subtitles/missing-subtitles.ts';
import type {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import type {FileToJudge, Judged} from '#shared/store/titles/file-subtitles.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {countedTracks, defaultProfile} from './subtitled-title.ts';

type Deps = Pick<
	WorkerDeps,
	'episodes' | 'jobs' | 'languageProfiles' | 'libraries' | 'movies' | 'now' | 'searchBackoff' | 'settings' | 'taskHistory'
>;

/** Writes only what changed, so that a second run costs little. */
export const handleRejudgeSubtitles: Handler<typeof rejudgeSubtitles, keyof Deps> = async ({search = false, ...wanted}, deps, run) => {
	const {settings, movies, episodes, searchBackoff} = deps;
	const {signal, log} = run;
	// This process may learn of a changed setting later than the queue asks for it.
	await settings.load();
	const judge = await createJudge(deps);
	let changed = 0;
	let lacking = 0;
	for (const titles of [movies, episodes]) {
		for await (const files of titles.subtitlesToJudge(wanted)) {
			signal.throwIfAborted();
			const rows = files.flatMap(judge);
			// Before the change is stored: a killed run would not find them again.
			const more = search ? rows.filter(({lacksMore}) => lacksMore).map(({id}) => subtitleSearchKey(id)) : [];
			await (more.length > 0 ? searchBackoff.restart(more) : null);
			await titles.setMissing(rows.map(({lacksMore: _, ...row}) => row));
			changed += rows.length;
			lacking += more.length;
		}
	}
	log.info({...wanted, changed, lacking}, 'Worked out again which subtitles are missing');
	// What a killed run has found is searched by the schedule.
	await (lacking > 0 ? searchSoon(deps) : null);
};

/** The task searches no more than its limits allow, so this is safe for a whole library. */
async function searchSoon({taskHistory, jobs, now}: Pick<Deps, 'jobs' | 'now' | 'taskHistory'>): Promise<void> {
	const [active, ...others] = await taskHistory.active('missingSubtitles');
	// A run that is under way may have passed them by.
	const force = active?.status === 'running' && others.length === 0;
	await startTask({taskId: 'missingSubtitles', options: {}, force}, {taskHistory, jobs, now});
}

/** Returns the new judgement of a file, or nothing when it is as before. */
async function createJudge(
	deps: Pick<WorkerDeps, 'settings' | 'languageProfiles' | 'libraries'>,
): Promise<(file: FileToJudge) => (Judged & {lacksMore: boolean})[]> {
	const counts = countedTracks(deps);
	const fallback = await defaultProfile(deps);
	const profiles = new Map<string, LanguageProfile>((await deps.languageProfiles.list()).map(profile => [profile.id, profile]));
	const libraries = new Map((await deps.libraries.list()).map(({id, languageProfileId}) => [id, profiles.get(languageProfileId)]));
	return ({id, libraryId, languageProfileId, fileId, audioLanguages, subtitles}) => {
		const profile = profiles.get(languageProfileId ?? '') ?? libraries.get(libraryId ?? '') ?? fallback;
		const missing = missingSubtitles(subtitles.list, {profile, counts, audioLanguages});
		const isSame = missing.join() === subtitles.missing.join();
		const lacksMore = missing.some(each => !subtitles.missing.includes(each));
		return isSame ? [] : [{id, fileId, readAt: subtitles.readAt, missing, lacksMore}];
	};
}
