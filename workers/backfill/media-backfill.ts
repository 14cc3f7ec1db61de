import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import {titlesWithoutSeason} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex, type LibraryTitle, type TitleIndex} from '#shared/domain/matching/title-index.ts';
import type {ParsedTitle, TitleMode} from '#shared/domain/release/parsed-title.ts';
import {splitYear} from '#shared/domain/release/year.ts';
import type {Candidate, UnmatchedReason} from '#shared/store/libraries/scanned-files.ts';
import type {TitleCandidate} from '../integrations/metadata/metadata-provider.ts';
import type {Assigned, Recorded, SeenFile} from '../library/seen-file.ts';

export type LookedUp = {metaId: number} | {reason: UnmatchedReason; candidates: Candidate[]};

/** How a backfill differs between movies and series. Every step can safely be repeated. */
export interface MediaBackfill {
	mode: TitleMode;
	/** Finds the title of the library for each file. Files without one are left out. */
	match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>>;
	/** Returns those of the paths that still belong to a title. */
	recordedAmong(paths: readonly string[]): Promise<Set<string>>;
	/** Returns those of the titles that have at least one file. */
	withFile(titleIds: readonly string[]): Promise<Set<string>>;
	/** Records the files in their titles. The files stay where they are. */
	record(rows: readonly Assigned[]): Promise<Recorded>;
	/** Asks the provider which title the path means. */
	lookUp(read: ReadPath, signal: AbortSignal): Promise<LookedUp>;
	/** Returns the library's title with this provider id, and adds it if it is new. Null if the title is excluded. */
	ensureTitle(metaId: number, file: SeenFile, signal: AbortSignal): Promise<{id: string; title: string; isNew: boolean} | null>;
	/** Removes a vanished file from its title. Returns false if the title has a different file. */
	drop(titleId: string, path: string): Promise<boolean>;
}

export interface TitleSource {
	findByImdbId(id: string): Promise<number | null>;
	findByTvMetaId(id: number): Promise<number | null>;
	search(title: string, year: number | null): Promise<TitleCandidate[]>;
	match<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle): T | null;
}

/** Candidates kept for the user to choose from. */
const shownCandidates = 5;
const yearTolerance = 1;

/**
 * Finds the provider's title for a path. Ids come first, then names, one reading after the other. When several titles
 * could fit, it picks none.
 */
export async function lookUpTitle({readings, tvMetaId}: Pick<ReadPath, 'readings' | 'tvMetaId'>, source: TitleSource): Promise<LookedUp> {
	const [first] = readings;
	if (first && first.tmdbId !== null) {
		return {metaId: first.tmdbId};
	}
	const byImdb = first?.imdbId ? await source.findByImdbId(first.imdbId) : null;
	const byId = byImdb ?? (tvMetaId === null ? null : await source.findByTvMetaId(tvMetaId));
	if (byId !== null) {
		return {metaId: byId};
	}
	const seen = new Map<number, TitleCandidate>();
	for (const {reading, title} of readings.flatMap(toSearches)) {
		const candidates = await source.search(title, reading.year);
		const chosen = choose(candidates, reading, source);
		if (chosen !== null) {
			return {metaId: chosen};
		}
		for (const candidate of candidates) {
			seen.set(candidate.metaId, candidate);
		}
	}
	const candidates = [...seen.values()].slice(0, shownCandidates).map(({metaId, title, year}) => ({metaId, title, year}));
	return {reason: candidates.length > 0 ? 'ambiguous' : 'not_found', candidates};
}

/** The title as written, then without the season number, as in `Title S2 - 03`. */
function toSearches(reading: ParsedTitle): {reading: ParsedTitle; title: string}[] {
	const titles = [reading.titleWithoutYear ?? reading.title, ...titlesWithoutSeason(reading).map(title => splitYear(title).withoutYear)];
	return titles.map(title => ({reading, title}));
}

function choose(candidates: readonly TitleCandidate[], reading: ParsedTitle, {match}: TitleSource): number | null {
	const nameless = {...reading, tmdbId: null, imdbId: null};
	const byName = match(createTitleIndex(candidates.map(toTitle)), nameless);
	if (byName) {
		return byName.metaId;
	}
	// The provider may have matched a name that its reply does not show, so a single result of
	// the right year is accepted.
	const [only, another] = candidates.filter(
		({year}) => year !== null && reading.year !== null && Math.abs(year - reading.year) <= yearTolerance,
	);
	return only && !another && candidates.length === 1 ? only.metaId : null;
}

function toTitle({metaId, title, originalTitle, year}: TitleCandidate): LibraryTitle & {metaId: number} {
	return {id: String(metaId), title, originalTitle, alternativeTitles: [], year, imdbId: null, metaId, tvMetaId: null};
}
