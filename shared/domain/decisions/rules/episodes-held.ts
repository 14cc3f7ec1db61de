import {dayMs} from '../../durations.ts';
import {isWholeSeason} from '../../matching/match-episodes.ts';
import {numbersOf} from '../../media/library-episode.ts';
import type {Candidate} from '../candidate.ts';
import type {Facts} from '../facts.ts';
import {type Rule, rejected, rejectedForNow} from '../rule.ts';

/** Says in whose numbers the release was read if these are not ours. */
const readIn = (media: Candidate['media']) =>
	media.kind === 'series' && media.numbering ? ` (read in the numbers of ${media.numbering === 'tvdb' ? 'TVDB' : 'the scene'})` : '';

/** Indexers also return neighbours of the wanted episode. */
export const holdsWanted: Rule = ({media}, {wantedEpisodes}) => {
	if (media.kind !== 'series' || !wantedEpisodes || media.episodes.length === 0) {
		return null;
	}
	return media.episodes.some(({id}) => wantedEpisodes.has(id))
		? null
		: rejected(`It holds none of the episodes searched for${readIn(media)}`);
};

/** Most episodes that one file holds; a release with more is a pack. */
const maxInOneFile = 3;

function isPack({media, parsed}: Candidate): boolean {
	const held = media.kind === 'series' ? media.episodes.length : 0;
	return held > 1 && (parsed?.fullSeason === true || parsed?.partialSeason === true || held > maxInOneFile);
}

/** Episodes that are neither searched for nor monitored. */
function unwantedOf({media}: Candidate, {wantedEpisodes, monitoredEpisodes}: Facts) {
	const held = media.kind === 'series' ? media.episodes : [];
	return held.filter(({id}) => !wantedEpisodes?.has(id) && !monitoredEpisodes.has(id));
}

/**
 * A pack is accepted only when all of its episodes are wanted: searched or monitored. The same holds for any release
 * that is grabbed automatically. A person's search for an episode may find it in a file with others.
 */
export const onlyWanted: Rule = (candidate, facts) => {
	const {wantedEpisodes, onlyMonitored} = facts;
	const {media} = candidate;
	if (media.kind !== 'series' || (wantedEpisodes === null && !onlyMonitored)) {
		return null;
	}
	const unwanted = unwantedOf(candidate, facts);
	// `holdsWanted` refuses it.
	const isOther = wantedEpisodes !== null && !media.episodes.some(({id}) => wantedEpisodes.has(id));
	if (unwanted.length === 0 || isOther) {
		return null;
	}
	if (isPack(candidate)) {
		return rejected(`A pack of ${media.episodes.length} episodes of which ${unwanted.length} are not wanted${readIn(media)}`);
	}
	return onlyMonitored ? rejected(`It holds ${numbersOf(unwanted)}, which is not monitored${readIn(media)}`) : null;
};

/** The id of the single episode for which a pack was found; null for what is no pack, or wanted for more. */
export function onlyEpisodeOfPack(candidate: Candidate, {wantedEpisodes}: Pick<Facts, 'wantedEpisodes'>): string | null {
	const {media} = candidate;
	const held = media.kind === 'series' && isPack(candidate) ? media.episodes : [];
	const wanted = held.filter(({id}) => wantedEpisodes?.has(id));
	return wanted.length === 1 ? (wanted[0]?.id ?? null) : null;
}

/**
 * A person who misses one evening's episode does not expect a season of 40 GB, even if the whole season is monitored.
 */
export const packWorthIt: Rule = (candidate, facts) => {
	const {profile} = facts;
	// `onlyWanted` refuses it.
	const isOther = unwantedOf(candidate, facts).length > 0;
	return profile.packForEpisodeAllowed || isOther || onlyEpisodeOfPack(candidate, facts) === null
		? null
		: rejected(`A pack for a single episode, which profile ${profile.name} does not take (packForEpisodeAllowed)`);
};

/**
 * The import handles packs of one season only. What a box of several seasons contains is unknown
 * before it is downloaded.
 */
export const oneSeason: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.multiSeason && !(parsed.across && media.episodes.length <= maxInOneFile)
		? rejected('A pack of several seasons; search for single seasons')
		: null;

/** In other time zones, the last episode may already be out. */
const lastEpisodeMs = dayMs;

const timeOf = (from: Date | 'always' | 'never') => (from === 'always' ? 0 : from === 'never' ? Number.POSITIVE_INFINITY : Number(from));

/**
 * A release named as a whole season long before its last episode airs is a part of it, or a fake. Neither time nor a
 * person makes it complete. On the season's last day, it has to wait.
 */
export const seasonAired: Rule = ({media, parsed}, {availableFrom, airedFrom, now}) => {
	if (media.kind !== 'series' || media.episodes.length < 2 || !parsed || !isWholeSeason(parsed)) {
		return null;
	}
	const from = Math.max(timeOf(availableFrom), timeOf(airedFrom));
	if (from <= Number(now)) {
		return null;
	}
	return from - Number(now) <= lastEpisodeMs
		? rejectedForNow(`A whole season whose last episode airs on ${new Date(from).toISOString().slice(0, 10)}`)
		: rejected('A whole season of which not all episodes have aired');
};

/** The library would show half an episode as the whole. */
export const wholeEpisode: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.splitEpisode ? rejected('Only a part of an episode') : null;

/** The import would refuse it: a file with two episodes cannot be replaced by one of them. */
export const losesNoEpisode: Rule = (_candidate, {lostEpisodes}) =>
	lostEpisodes.length > 0 ? rejected(`The present file holds ${numbersOf(lostEpisodes)} too, which would be lost`) : null;
