/** Sources of episode numbers: scene groups, TVDB, or the metadata provider, whose numbers are our own. */
export const numberings = ['scene', 'tvdb', 'own'] as const;
export type Numbering = (typeof numberings)[number];

/** The numberings that are not our own. */
export type OtherNumbering = Exclude<Numbering, 'own'>;

/** How the releases of a series are numbered; `auto` takes the first list that knows all of a release's numbers. */
export const releaseNumberings = ['auto', ...numberings] as const;
export type ReleaseNumbering = (typeof releaseNumberings)[number];

/** The number of an episode in another list of the same series. */
export interface OtherNumber {
	season: number;
	episode: number;
	absolute: number | null;
	/** Extrapolated from the last number in the list. */
	guessed: boolean;
}

export interface OtherNumbers {
	tvdb: OtherNumber | null;
	scene: OtherNumber | null;
}

export const noOtherNumbers: OtherNumbers = {tvdb: null, scene: null};

/** A name under which releases number a series. It means one season of that list; null for the whole series. */
export interface SceneTitle {
	title: string;
	seasonNumber: number | null;
}

const isSame = (number: OtherNumber, {seasonNumber, episodeNumber}: {seasonNumber: number; episodeNumber: number}) =>
	number.season === seasonNumber && number.episode === episodeNumber;

/** The number that releases of an episode bear: by the chosen list, else by the first that has the episode. */
export function releaseNumberOf(
	episode: {seasonNumber: number; episodeNumber: number; absoluteEpisodeNumber: number | null; numbers?: OtherNumbers | null},
	chosen: ReleaseNumbering = 'auto',
): {season: number; episode: number; absolute: number | null} {
	const {seasonNumber, episodeNumber, absoluteEpisodeNumber, numbers} = episode;
	const own = {season: seasonNumber, episode: episodeNumber, absolute: absoluteEpisodeNumber};
	if (chosen === 'own' || !numbers) {
		return own;
	}
	const found = (chosen === 'tvdb' ? null : numbers.scene) ?? numbers.tvdb;
	return found && !isSame(found, episode) ? {season: found.season, episode: found.episode, absolute: found.absolute} : own;
}
