import type {Film} from '#scripts/demo/sandbox/films.ts';
import {adjectives, nouns} from '#scripts/seed/words.ts';

/** A made-up title and the one release of it that the site offers. */
export interface Offer {
	/** The film, or a show of one season. */
	film: Film;
	/** Episodes of the show, whose release is its whole season; 0 for a film. */
	episodes: number;
	/** Name of the release. */
	release: string;
	guid: string;
	/** Bytes of each video. */
	size: number;
}

const firstId = 700_000;
const sizeBytes = 48 * 1024 * 1024;
const episodesOfSeason = 3;

/** `count` titles, no two of them alike. One in `showEvery` is a show; without it all are films. */
export function makeCatalogue(count: number, showEvery = Number.POSITIVE_INFINITY): Offer[] {
	return Array.from({length: count}, (_none, index) => {
		const adjective = adjectives[index % adjectives.length];
		const noun = nouns[(index + Math.floor(index / adjectives.length)) % nouns.length];
		const title = `The ${adjective} ${noun}`;
		const year = 1990 + (index % 30);
		const film: Film = {
			id: firstId + index,
			imdbId: `tt${firstId + index}0`,
			title,
			language: 'en',
			released: `${year}-03-01`,
			runtime: 8,
			genres: ['Drama'],
			director: 'Nobody',
			overview: `${title} was never made.`,
		};
		const episodes = (index + 1) % showEvery === 0 ? episodesOfSeason : 0;
		const name = `${title.replaceAll(' ', '.')}.${episodes > 0 ? 'S01' : year}`;
		return {film, episodes, release: `${name}.1080p.BluRay.x264-STAGE`, guid: `stage-${index}`, size: sizeBytes};
	});
}

/** Names of the videos that a download of it holds, without their ending. */
export function videosOf({release, episodes}: Pick<Offer, 'release' | 'episodes'>): string[] {
	return episodes === 0 ? [release] : Array.from({length: episodes}, (_none, index) => release.replace('.S01.', `.S01E0${index + 1}.`));
}
