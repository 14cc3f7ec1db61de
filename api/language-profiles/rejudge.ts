import type {RouteDeps} from '#api/services.ts';
import {promiseAfter} from '#shared/coordination/outbox.ts';
import type {LanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import type {StoredLanguageProfile} from '#shared/store/profiles/language-profiles.ts';

type Deps = Pick<RouteDeps, 'languageProfiles' | 'libraries' | 'jobs' | 'outbox'>;

/** Changes a profile; afterwards it is determined again what its titles lack. */
export async function changingWishes<T>(profile: StoredLanguageProfile, change: () => Promise<T>, deps: Deps): Promise<T> {
	const users = (await deps.libraries.list()).filter(({languageProfileId}) => languageProfileId === profile.id);
	// Titles without a library have the default profile.
	const isForAll = users.length > 1 || (await isDefault(profile, deps));
	return users.length > 0 || isForAll ? await rejudged(isForAll ? null : (users[0]?.id ?? null), change, deps) : await change();
}

/** Adds or removes a profile; without the default of the first start, the first by name is the default. */
export async function changingDefault<T>(removed: StoredLanguageProfile | null, change: () => Promise<T>, deps: Deps): Promise<T> {
	const isStable = removed === null ? (await deps.languageProfiles.list()).some(each => each.isDefault) : !(await isDefault(removed, deps));
	return isStable ? await change() : await rejudged(null, change, deps);
}

export function wishesDiffer(before: LanguageProfile, after: Partial<LanguageProfile>): boolean {
	const {subtitles = before.subtitles, subtitleCutoff = before.subtitleCutoff, name = before.name} = after;
	return JSON.stringify([subtitles, subtitleCutoff, name]) !== JSON.stringify([before.subtitles, before.subtitleCutoff, before.name]);
}

async function isDefault({id}: StoredLanguageProfile, {languageProfiles}: Deps): Promise<boolean> {
	return (await languageProfiles.getDefault()).id === id;
}

function rejudged<T>(libraryId: string | null, change: () => Promise<T>, deps: Deps): Promise<T> {
	return promiseAfter(change, {job: rejudgeSubtitles, payload: {libraryId}}, deps);
}
