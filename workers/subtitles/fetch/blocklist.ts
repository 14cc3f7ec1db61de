import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';

export interface Suspect {
	found: RatedSubtitle;
	reason: string;
}

/** Unreadable, gone, or for another episode: the next download would bring the same. */
export const bad: ReadonlySet<string> = new Set(['subtitle_unreadable', 'subtitle_archive', 'subtitle_unusable', 'subtitle_gone']);
/** A page instead of a file, or an address that leads nowhere: of one subtitle, or of all of a site in trouble. */
export const mayBeBad: ReadonlySet<string> = new Set(['not_a_subtitle', 'link_expired', 'address_refused']);

/** Once the provider has sent another subtitle, those that failed before are known to be bad. */
export async function blocklistSuspects(
	title: SubtitledTitle,
	{providerId, suspects}: {providerId: string; suspects: readonly Suspect[]},
	deps: WorkerDeps,
): Promise<void> {
	for (const suspect of suspects) {
		if (suspect.found.providerId === providerId) {
			await blocklist(title, suspect, deps);
		}
	}
}

/** The subtitle is not downloaded again for this title. */
export async function blocklist(
	{name, movieId, seriesId, episodeIds}: SubtitledTitle,
	{found, reason}: {found: Pick<RatedSubtitle, 'providerId' | 'provider' | 'id' | 'releases'> & {language: string}; reason: string},
	{subtitleBlocklist, now}: Pick<WorkerDeps, 'subtitleBlocklist' | 'now'>,
): Promise<void> {
	const {providerId, provider, id: subtitleId, releases, language} = found;
	const of = {title: name, release: releases[0] ?? null, movieId, seriesId, episodeIds};
	await subtitleBlocklist.add({...of, providerId, provider, subtitleId, language, reason, addedAt: now()});
}
