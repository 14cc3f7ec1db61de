import {isAt} from '../../../text/match-at.ts';
import type {Mark, Reader, Release} from '../episodes/numbering.ts';
import {readContents} from './season-contents.ts';
import {findBritishSeason, findOrdinalSeason, findSeason, type Seasons} from './season-mark.ts';
import {readSpan} from './season-span.ts';

/** A season number from here on is a year. */
const firstYear = 1900;

/**
 * `S2 - 05`, `S03 - EP14`, `S3 [11]`, `S21 999`, `S2 Part 2 - 17`: the number of an episode, in a show whose
 * title ends in its season.
 */
const episodeFollows =
	/[\])]?(?:[ _](?:part|pt|cour)[ ._]?\d(?=[ _]-[ _]\d))?(?:[ _]{1,2}-[ _]{1,2}\[?(?:ep(?:isode)?[ ._]?)?\d{1,4}(?:\.\d)?(?![\d%])|[ _]?\[(?:ep?)?[ ._]?(?!(?:19|20)\d\d\])\d{1,4}(?:\.\d)?(?:v\d)?(?:[ ._]?(?:end|fin))?\]|[ _]?\(\d{2,3}(?:v\d)?\)|[ _](?!(?:480|540|576|720|1080|2160|(?:19|20)\d\d)(?!\d))\d{3,4}(?![\da-z]))/iy;

/** The same without a dash, when a group is in front: `[Group] Title S2 05 [1080p]`. */
const episodeFollowsGroup = /(?:[ _]|(?<=[ _]s\d)-)\d{2}(?:v\d)?[ _]?(?=[[(]|$)/iy;

/** `Season 5 - 08`: without a group in front, the word shows that the number belongs to that season. */
const dashedEpisode = /[ ._]-[ ._]\d{2}(?![\d%.])/y;
const withinSeason = /[a-zа-я]{4}[ ._]\d{1,2}$/i;

/** ` - 05 (Season 2)`: an episode number came before. */
const countBefore = /[ _]-[ _]\d{2,4}(?:v\d)?[ _]*[([]$/;

/** Does the season belong to the title, with an episode number after it? */
function endsTitle({text, hasGroup}: Release, {start, end}: Seasons): boolean {
	if (!hasGroup && withinSeason.test(text.slice(start, end)) && isAt(dashedEpisode, text, end)) {
		return false;
	}
	return isAt(episodeFollows, text, end) || (hasGroup && isAt(episodeFollowsGroup, text, end)) || countBefore.test(text.slice(0, start));
}

function readFrom(release: Release, first: Seasons): Mark | null {
	const seasons = readSpan(release.text, first, release.hasGroup);
	return seasons.last === seasons.first && endsTitle(release, seasons) ? null : readContents(release, seasons);
}

/** A whole season, several, a part of one, or its extras. */
export const readSeason: Reader = release => {
	const found = findSeason(release.text);
	// `9 сезон 2019`: the number after the word is the year.
	const season = found && found.first < firstYear ? found : ((release.saysSeason ? findOrdinalSeason(release.text) : null) ?? found);
	const mark = season && readFrom(release, season);
	// `Open Season 2006` is a film; `Open S2006` is a season.
	const unsure = season !== null && season.first >= firstYear && !/s\d+$/i.test(release.text.slice(0, season.end));
	return mark && unsure ? {...mark, unsure} : mark;
};

/** `Title Series 2`; used only when no other reader matches. */
export const readBritishSeason: Reader = release => {
	const found = release.hasGroup ? null : findBritishSeason(release.text);
	const mark = found && readFrom(release, found);
	return mark && {...mark, unsure: true};
};
