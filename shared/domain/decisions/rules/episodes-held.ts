import {isWholeSeason} from '../../matching/match-episodes.ts';
import {numbersOf} from '../../media/library-episode.ts';
import type {Candidate} from '../candidate.ts';
import {type Rule, rejected} from '../rule.ts';

/** Indexers also return neighbours of the wanted episode. */
export const holdsWanted: Rule = ({media}, {wantedEpisodes}) => {
	if (media.kind !== 'series' || !wantedEpisodes || media.episodes.length === 0) {
		return null;
	}
	return media.episodes.some(({id}) => wantedEpisodes.has(id)) ? null : rejected('It holds none of the episodes searched for');
};

/** Most episodes that one file holds; a release with more is a pack. */
const maxInOneFile = 3;

function isPack({media, parsed}: Candidate): boolean {
	const held = media.kind === 'series' ? media.episodes.length : 0;
	return held > 1 && (parsed?.fullSeason === true || parsed?.partialSeason === true || held > maxInOneFile);
}

/**
 * A pack is accepted only when all of its episodes are wanted: searched or monitored. The same holds for any release
 * that is grabbed automatically. A person's search for an episode may find it in a file with others.
 */
export const onlyWanted: Rule = (candidate, {wantedEpisodes, monitoredEpisodes, onlyMonitored}) => {
	const {media} = candidate;
	if (media.kind !== 'series' || (wantedEpisodes === null && !onlyMonitored)) {
		return null;
	}

	const unwanted = media.episodes.filter(({id}) => !wantedEpisodes?.has(id) && !monitoredEpisodes.has(id));
	// `holdsWanted` refuses it.
	const isOther = wantedEpisodes !== null && !media.episodes.some(({id}) => wantedEpisodes.has(id));
	if (unwanted.length === 0 || isOther) {
		return null;
	}

	if (isPack(candidate)) {
		return rejected(`A pack of ${media.episodes.length} episodes of which ${unwanted.length} are not wanted`);
	}

	return onlyMonitored ? rejected(`It holds ${numbersOf(unwanted)}, which is not monitored`) : null;
};

/**
 * The import handles packs of one season only. What a box of several seasons contains is unknown
 * before it is downloaded.
 */
export const oneSeason: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.multiSeason ? rejected('A pack of several seasons; search for single seasons') : null;

/**
 * What calls itself a season before its last episode was shown is a part of it, or a fake; time does not complete it,
 * and neither does a person.
 */
export const seasonAired: Rule = ({media, parsed}, {availableFrom, now}) => {
	if (media.kind !== 'series' || media.episodes.length < 2 || !parsed || !isWholeSeason(parsed)) {
		return null;
	}

	const isOut = availableFrom === 'always' || (availableFrom !== 'never' && availableFrom <= now);
	return isOut ? null : rejected('A whole season of which not all episodes have aired');
};

/** The library would show half an episode as the whole. */
export const wholeEpisode: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.splitEpisode ? rejected('Only a part of an episode') : null;

/** The import would refuse it: a file with two episodes cannot be replaced by one of them. */
export const losesNoEpisode: Rule = (_candidate, {lostEpisodes}) =>
	lostEpisodes.length > 0 ? rejected(`The present file holds ${numbersOf(lostEpisodes)} too, which would be lost`) : null;
