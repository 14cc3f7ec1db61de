export const multiEpisodeStyles = ['extend', 'duplicate', 'repeat', 'scene', 'range', 'prefixedRange'] as const;
/**
 * How a file with several episodes is numbered: `S01E01-02-03`, `S01E01.S01E02`, `S01E01E02`, `S01E01-E02`,
 * `S01E01-03`, `S01E01-E03`.
 */
export type MultiEpisodeStyle = (typeof multiEpisodeStyles)[number];

/** Matches `S{season:00}E{episode:00}` as a whole, so that the letters before the episode can be repeated with it. */
const numbering = /(?<before>s?)\{season(?::(?<seasonZeros>0+))?\}(?<joint>[- ._]?[ex])\{episode(?::(?<zeros>0+))?\}/gi;

const pad = (number: number, zeros = '') => String(number).padStart(zeros.length, '0');

interface Numbering {
	/** `S01`. */
	season: string;
	/** `E`, with the separator from the season. */
	joint: string;
	/** At least one, padded, ascending. */
	episodes: readonly string[];
}

const writers: Readonly<Record<MultiEpisodeStyle, (numbers: Numbering) => string>> = {
	extend: ({season, joint, episodes}) => `${season}${joint}${episodes.join('-')}`,
	duplicate: ({season, joint, episodes}) => episodes.map(episode => `${season}${joint}${episode}`).join('.'),
	repeat: ({season, joint, episodes}) => season + episodes.map(episode => `${joint}${episode}`).join(''),
	scene: ({season, joint, episodes}) => season + joint + episodes.join(`-${joint.trim()}`),
	range: ({season, joint, episodes}) => `${season}${joint}${[...new Set([episodes[0], episodes.at(-1)])].join('-')}`,
	prefixedRange: ({season, joint, episodes}) => season + joint + [...new Set([episodes[0], episodes.at(-1)])].join(`-${joint.trim()}`),
};

/** A dash between two numbers also includes the episodes in between. */
function isUnbroken(episodes: readonly number[]): boolean {
	return episodes.every((episode, index) => index === 0 || episode === (episodes[index - 1] ?? 0) + 1);
}

/** Episodes of one season in a file. */
interface InSeason {
	season: number;
	/** Ascending. */
	episodes: readonly number[];
}

/** Puts the numbers of one or more episodes into a template and leaves the rest unchanged. */
export function expandNumbering(template: string, seasons: readonly InSeason[], style: MultiEpisodeStyle): string {
	return template.replace(numbering, (_match, before: string, seasonZeros: string | undefined, joint: string, zeros: string | undefined) =>
		seasons
			.map(({season, episodes}) => {
				const write = writers[isUnbroken(episodes) || style === 'duplicate' ? style : 'repeat'];
				return write({season: before + pad(season, seasonZeros), joint, episodes: episodes.map(episode => pad(episode, zeros))});
			})
			.join('+'),
	);
}

/** Numbers outside the `S01E01` form: one number, or first and last. */
export function numberList(numbers: readonly number[], zeros: string): string {
	return [...new Set([numbers[0], numbers.at(-1)])].map(number => pad(number ?? 0, zeros)).join('-');
}
