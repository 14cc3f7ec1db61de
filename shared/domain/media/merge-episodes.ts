import type {Episode} from './library-episode.ts';
import type {MediaFile} from './media-file.ts';
import type {EpisodeDetails, SeasonDetails} from './series.ts';

/** The fields of a stored episode by which it is matched to the provider's. */
export type KnownEpisode = Pick<Episode, 'metaId' | 'seasonNumber' | 'episodeNumber' | 'file'>;

interface MergedEpisodes<Known extends KnownEpisode> {
	/** Stored episodes with the provider's current data. */
	kept: {known: Known; details: EpisodeDetails; file: MediaFile | null}[];
	added: EpisodeDetails[];
	/** Episodes that the provider no longer has. */
	removed: Known[];
	/**
	 * The provider no longer has these, or says nothing about their season. They stay unchanged because they have
	 * files, or until the provider says more.
	 */
	left: Known[];
}

const numbersOf = ({seasonNumber, episodeNumber}: Pick<Episode, 'seasonNumber' | 'episodeNumber'>) => `${seasonNumber}x${episodeNumber}`;

/**
 * Matches stored episodes to the provider's. The provider's id decides first, so a file stays with its episode when
 * seasons are renumbered; then the numbers. A season without any episode is a gap in the answer and removes nothing.
 */
export function mergeEpisodes<Known extends KnownEpisode>(
	stored: readonly Known[],
	seasons: readonly SeasonDetails[],
): MergedEpisodes<Known> {
	const fresh = seasons.flatMap(({episodes}) => episodes);
	const matches = matchStored(stored, fresh);
	const matched = new Set(matches.values());
	const gone = stored.filter(known => !matched.has(known));
	const filesByNumbers = new Map(gone.flatMap(known => (known.file ? [[numbersOf(known), known.file] as const] : [])));
	const kept = fresh.flatMap(details => {
		const known = matches.get(details);
		// Two episodes became one: the remaining one gets the file.
		return known ? [{known, details, file: known.file ?? filesByNumbers.get(numbersOf(details)) ?? null}] : [];
	});
	const taken = new Set(fresh.map(numbersOf));
	const silent = new Set(seasons.filter(({episodes}) => episodes.length === 0).map(({seasonNumber}) => seasonNumber));
	const stays = (known: Known) =>
		fresh.length === 0 || silent.has(known.seasonNumber) || (known.file !== null && !taken.has(numbersOf(known)));
	return {
		kept,
		added: fresh.filter(details => !matches.has(details)),
		removed: gone.filter(known => !stays(known)),
		left: gone.filter(stays),
	};
}

function matchStored<Known extends KnownEpisode>(stored: readonly Known[], fresh: readonly EpisodeDetails[]): Map<EpisodeDetails, Known> {
	const matches = new Map<EpisodeDetails, Known>();
	const free = new Set(stored);
	const take = (details: EpisodeDetails, known: Known | undefined) => {
		if (known && !matches.has(details) && free.delete(known)) {
			matches.set(details, known);
		}
	};
	const byId = new Map(stored.map(known => [known.metaId, known]));
	for (const details of fresh) {
		take(details, details.metaId === null ? undefined : byId.get(details.metaId));
	}
	const byNumbers = new Map([...free].map(known => [numbersOf(known), known]));
	for (const details of fresh) {
		take(details, byNumbers.get(numbersOf(details)));
	}
	return matches;
}
