import {splitSeason} from '#shared/domain/matching/season-of-title.ts';
import {guessMode} from '#shared/domain/release/guess-mode.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import type {Meant, Trap} from './truth.ts';

function letters(text: string): string {
	return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** The season that matching would use: the parsed one, else the one at the end of the title. */
function seasonOf({season, title, titleWithoutYear}: ParsedTitle): number | null {
	return season ?? splitSeason(titleWithoutYear ?? title)?.season ?? null;
}

function whyEpisode(parsed: ParsedTitle, {season, numbers}: Extract<Meant, {season: number | null}>): string | null {
	const {fullSeason, multiSeason, partialSeason, episodes, absoluteEpisodes} = parsed;
	if (fullSeason || multiSeason || partialSeason) {
		return 'a whole season';
	}
	const read = episodes.length > 0 ? episodes : absoluteEpisodes;
	if (read.join() !== numbers.join()) {
		return `episode ${read.join() || 'of no number'}`;
	}
	const found = seasonOf(parsed);
	return season === found ? null : `season ${found}`;
}

/** How a name is misread so that something would be filed in a wrong place; null if it is not, or is refused. */
export function judgeTrap({name, meant, isPath = false}: Trap): {danger: string | null; isRead: boolean} {
	if ('film' in meant) {
		const parsed = parseTitle(name, {mode: 'movie', isPath});
		const isRight =
			parsed === null || (letters(parsed.title) === letters(meant.film) && (parsed.year === null || parsed.year === meant.year));
		const kind = guessMode(name, isPath) === 'movie' ? null : 'a series';
		return {danger: isRight ? kind : `${parsed.title} (${parsed.year})`, isRead: parsed !== null};
	}
	const parsed = parseTitle(name, {mode: 'tv', isPath});
	if (!parsed) {
		return {danger: null, isRead: false};
	}
	const kind = guessMode(name, isPath) === 'tv' ? null : 'a film';
	return {danger: whyEpisode(parsed, meant) ?? kind, isRead: true};
}
