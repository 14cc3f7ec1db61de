import {isWholeSeason} from '../matching/match-episodes.ts';
import {type NumberedSeries, readerOfEpisodes} from '../matching/match-numbered.ts';
import type {KnownNames} from '../matching/other-title.ts';
import {type Episode, lostEpisodes, numbersOf} from '../media/library-episode.ts';
import type {OtherNumbering} from '../media/other-numbers.ts';
import {parseTitle} from '../release/parse-title.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import {isExtraByPlace} from './extras.ts';
import {whyOfOtherShow, whyOtherEpisode} from './other-work.ts';
import type {DownloadedFile, RefusedVideo} from './sort-files.ts';

export interface Assignment {
	video: DownloadedFile;
	/** In order, all from one series; not empty. */
	episodes: Episode[];
}

export interface AssignedEpisodes {
	assigned: Assignment[];
	refused: RefusedVideo[];
}

export interface AssignQuestion {
	/** Title of the release: it helps when a file's own name says too little. */
	releaseTitle: string;
	/** Largest first. */
	videos: readonly DownloadedFile[];
	/** Names of the series, some of which may mean a season. When null, only the word for a season counts. */
	series?: (NumberedSeries & KnownNames) | null;
	/** The numbering in which the release was read when it was grabbed; null for our own. */
	numbering?: OtherNumbering | null;
	/** All episodes of the series. */
	all: readonly Episode[];
	/** Ids of the episodes that the release was grabbed for. */
	grabbed: readonly string[];
	/** Ids of the episodes that were imported from this download before. */
	done?: readonly string[];
	/** A person chose the episodes, so a lone video holds them whatever its name. */
	isChosen?: boolean;
	/** A person took the release for this series, whatever it is called. */
	isTitleChosen?: boolean;
}

/** A release grabbed for more episodes is a pack, so one file is not all of it. */
const maxInOneFile = 3;

/**
 * Which episodes each video of a download holds, by its name. A lone video whose name says nothing is what the
 * release was grabbed for; one that says something else waits for a person. Of two videos of one episode the larger
 * one is used. A video is refused when it was not grabbed, or when it is only part of a file that is present.
 */
export function assignEpisodes({
	releaseTitle,
	videos,
	series = null,
	numbering = null,
	all,
	grabbed,
	done = [],
	isChosen = false,
	isTitleChosen = false,
}: AssignQuestion): AssignedEpisodes {
	const result: AssignedEpisodes = {assigned: [], refused: []};
	const wanted = new Set(grabbed);
	const taken = new Set<string>(done);
	const held = readerOfEpisodes(all, series);
	// A feature about an episode may be larger than the episode itself.
	const inOrder = videos.toSorted((a, b) => Number(isExtraByPlace(a.relative)) - Number(isExtraByPlace(b.relative)));
	for (const video of inOrder) {
		const parsed = parseTitle(`${releaseTitle.replaceAll('/', ' ')}/${video.relative}`, {mode: 'tv', isPath: true});
		// A name with only a season does not say which episode one file holds.
		const named = parsed && !isWholeSeason(parsed, series) ? held(parsed, {first: numbering}).episodes : [];
		const isTrusted = videos.length === 1 && done.length === 0 && wanted.size > 0 && (isChosen || wanted.size <= maxInOneFile);
		const isAsGrabbed = named.some(({id}) => wanted.has(id));
		const grabbedFor = all.filter(({id}) => wanted.has(id));
		const episodes = isTrusted && (isChosen || !isAsGrabbed) ? grabbedFor : named;
		const lone = {
			video,
			releaseTitle,
			isTitleChosen,
			known: series,
			held: (own: ParsedTitle) => held(own, {first: numbering}),
			wanted: grabbedFor,
		};
		const doubt = isChosen ? null : isTrusted ? whyOtherEpisode(lone) : whyOfOtherShow(video, lone);
		const refusal =
			doubt === null
				? whyRefused(episodes, {all, wanted, taken})
				: {reason: doubt, claim: isTrusted ? ('lacking' as const) : ('mayBeExtra' as const)};
		if (refusal !== null) {
			result.refused.push({video, ...refusal});
			continue;
		}
		for (const {id} of episodes) {
			taken.add(id);
		}
		result.assigned.push({video, episodes});
	}
	result.assigned.sort((a, b) => orderOf(a) - orderOf(b));
	return result;
}

interface AssignmentFacts {
	all: readonly Episode[];
	wanted: ReadonlySet<string>;
	taken: ReadonlySet<string>;
}

function whyRefused(episodes: readonly Episode[], {all, wanted, taken}: AssignmentFacts): Omit<RefusedVideo, 'video'> | null {
	if (episodes.length === 0) {
		return {reason: 'Its name matches no episode of the series. Say which it is, or refresh the series if it is new.', claim: 'mayBeExtra'};
	}
	if (episodes.some(({id}) => taken.has(id))) {
		return {reason: 'Another file of the download holds the same episode.', claim: 'none'};
	}
	if (episodes.length > maxInOneFile && episodes.some(({seasonNumber}) => seasonNumber !== episodes[0]?.seasonNumber)) {
		return {reason: 'It holds episodes of several seasons.', claim: 'lacking'};
	}
	if (wanted.size > 0 && !episodes.some(({id}) => wanted.has(id))) {
		const claim = episodes.every(({file}) => file !== null) ? 'none' : 'lacking';
		return {reason: `It holds ${numbersOf(episodes)}, which the release was not grabbed for.`, claim};
	}
	const lost = lostEpisodes(episodes, all);
	return lost.length > 0 ? {reason: `The present file holds ${numbersOf(lost)} too, which would be lost.`, claim: 'lacking'} : null;
}

/** More episodes than any season has. */
const perSeason = 100_000;

function orderOf({episodes}: Assignment): number {
	return (episodes[0]?.seasonNumber ?? 0) * perSeason + (episodes[0]?.episodeNumber ?? 0);
}
