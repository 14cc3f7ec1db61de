import {adjectives, type Chance, endings, genres, names, nouns, openings, places, surnames, turns} from './words.ts';

/** Film started in 1895, but most titles of a library are newer. */
const firstYear = 1920;
const lastYear = 2026;

export function madeUpName(chance: Chance): string {
	const {pick, integer} = chance;
	const forms = [
		() => `The ${pick(adjectives)} ${pick(nouns)}`,
		() => `${pick(adjectives)} ${pick(nouns)}s`,
		() => `The ${pick(nouns)} of ${pick(places)}`,
		() => `A ${pick(nouns)} in ${pick(places)}`,
		() => `${pick(nouns)} and ${pick(nouns)}`,
		() => `The ${pick(adjectives)} ${pick(nouns)} of ${pick(places)}`,
		() => `${pick(adjectives)} ${pick(places)}`,
		() => `${pick(nouns)} ${integer(9) + 2}`,
	] as const;
	return pick(forms)();
}

export const madeUpPerson = ({pick}: Chance) => `${pick(names)} ${pick(surnames)}`;

export function madeUpOverview({pick, integer}: Chance): string {
	const sentence = () => `${pick(openings)}, ${pick(names)} ${pick(surnames)} ${pick(turns)}. ${pick(endings)}`;
	return Array.from({length: 1 + integer(3)}, sentence).join(' ');
}

/** Recent years are more likely; some titles have none. */
export function madeUpYear({integer, is}: Chance): number | null {
	return is(0.01) ? null : lastYear - Math.min(integer(lastYear - firstYear), integer(lastYear - firstYear));
}

/** Fields that movies and series share. */
export function madeUpTitle(chance: Chance) {
	const {integer, is, picks, pick} = chance;
	const title = madeUpName(chance);
	return {
		title,
		originalTitle: is(0.8) ? title : madeUpName(chance),
		originalLanguage: is(0.8) ? 'en' : pick(['de', 'fr', 'ja', 'ko', 'sv']),
		year: madeUpYear(chance),
		overview: is(0.02) ? null : madeUpOverview(chance),
		genres: picks(genres, 1 + integer(3)),
		certification: is(0.2) ? null : pick(['G', 'PG', 'PG-13', 'R']),
		metaRating: is(0.04) ? null : (10 + integer(88)) / 10,
		metaVoteCount: integer(25_000),
		posterUrl: is(0.03) ? null : `https://images.example/t/w500/${chance.uuid()}.jpg`,
		backdropUrl: is(0.08) ? null : `https://images.example/t/w1280/${chance.uuid()}.jpg`,
		alternativeTitles: Array.from({length: Math.max(0, integer(5) - 1)}, () => madeUpName(chance)),
	};
}
