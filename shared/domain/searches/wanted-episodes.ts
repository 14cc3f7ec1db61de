import {type Episode, hasAired} from '../media/library-episode.ts';
import {isCutoffUnmet, mayImprove, type QualityProfile} from '../quality/profiles.ts';

export interface EpisodeRequest {
	reason: 'missing' | 'cutOffUnmet' | 'upgrade' | 'manual';
	/** Null for all seasons. */
	seasonNumber: number | null;
	/** Null for all episodes. */
	episodeIds: readonly string[] | null;
	/** A person asked, whatever the reason; `manual` says so itself. */
	byPerson?: boolean | undefined;
}

/**
 * The episodes to search, the least recently searched first. Episodes that a person names are searched even if they are
 * not monitored, not aired or already present.
 */
export function wantedEpisodes(
	episodes: readonly Episode[],
	{reason, seasonNumber, episodeIds, byPerson = reason === 'manual'}: EpisodeRequest,
	{profile, now}: {profile: QualityProfile; now: Date},
): Episode[] {
	const asked = episodeIds && new Set(episodeIds);
	const isAsked = (episode: Episode) =>
		(asked === null || asked.has(episode.id)) && (seasonNumber === null || episode.seasonNumber === seasonNumber);
	const isMissing = (episode: Episode) =>
		episode.monitored && episode.file === null && hasAired(episode, now) && (byPerson || !episode.appearedLate);
	const isImprovable = ({monitored, file}: Episode) => monitored && file !== null && isCutoffUnmet(profile, file);
	const isUpgradable = ({monitored, file}: Episode) => monitored && file !== null && mayImprove(profile, file, now);
	const isWanted = (episode: Episode) => {
		if (byPerson && asked !== null) {
			return true;
		}
		if (reason === 'manual') {
			return isMissing(episode) || isImprovable(episode);
		}
		return {missing: isMissing, cutOffUnmet: isImprovable, upgrade: isUpgradable}[reason](episode);
	};
	return episodes.filter(episode => isAsked(episode) && isWanted(episode)).sort((a, b) => searchedAt(a) - searchedAt(b));
}

function searchedAt({lastSearchTime}: Episode): number {
	return lastSearchTime === null ? Number.NEGATIVE_INFINITY : Number(lastSearchTime);
}
