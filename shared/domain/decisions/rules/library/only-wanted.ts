import {numbersOf} from '../../../media/library-episode.ts';
import type {Candidate} from '../../candidate.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** Most episodes that one file holds; a release with more is a pack. */
const mostInOneFile = 3;

function isPack({media, parsed}: Candidate): boolean {
	const held = media.kind === 'series' ? media.episodes.length : 0;
	return held > 1 && (parsed?.fullSeason === true || parsed?.partialSeason === true || held > mostInOneFile);
}

/**
 * A pack is accepted only when all of its episodes are wanted: searched or monitored. The same holds for any release
 * that is grabbed automatically. A person's search for an episode may find it in a file with others.
 */
export const onlyWanted: Rule = (candidate, {wantedEpisodes = null, monitoredEpisodes, onlyMonitored = false}) => {
	const {media} = candidate;
	if (media.kind !== 'series' || (wantedEpisodes === null && !onlyMonitored)) {
		return null;
	}

	const unwanted = media.episodes.filter(({id}) => !wantedEpisodes?.has(id) && !monitoredEpisodes?.has(id));
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
