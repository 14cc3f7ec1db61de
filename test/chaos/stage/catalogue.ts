import type {Film} from '#scripts/demo/sandbox/films.ts';
import {adjectives, nouns} from '#scripts/seed/words.ts';

/** A made-up film and the one release of it that the site offers. */
export interface Offer {
	film: Film;
	/** Name of the release. */
	release: string;
	guid: string;
	/** Bytes. */
	size: number;
}

const firstId = 700_000;
const sizeBytes = 48 * 1024 * 1024;

/** `count` films with titles that no two of them share. */
export function makeCatalogue(count: number): Offer[] {
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
		return {film, release: `${title.replaceAll(' ', '.')}.${year}.1080p.BluRay.x264-STAGE`, guid: `stage-${index}`, size: sizeBytes};
	});
}
