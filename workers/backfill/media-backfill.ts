import {join} from 'node:path';
import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {titlesWithoutSeason} from '#shared/domain/matching/match-series.ts';
import {type GivenIds, noIds} from '#shared/domain/matching/same-ids.ts';
import {copiesOf, createTitleIndex, type LibraryTitle, type TitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {LibraryFields} from '#shared/domain/media/title.ts';
import type {ParsedTitle, TitleMode} from '#shared/domain/release/parsed-title.ts';
import {splitYear} from '#shared/domain/release/year.ts';
import {Conflict} from '#shared/errors.ts';
import type {Candidate, UnmatchedReason} from '#shared/store/libraries/scanned-files.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import {chooseFolder} from '#shared/store/titles/title-folders.ts';
import type {TitleCandidate} from '../integrations/metadata/metadata-provider.ts';
import type {Assigned, Recorded, SeenFile} from '../library/seen-file.ts';
import {recordStill, whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type LookedUp = {metaId: number} | {reason: UnmatchedReason; candidates: Candidate[]};

/** How a backfill differs between movies and series. Every step can safely be repeated. */
export interface MediaBackfill {
	mode: TitleMode;
	/** Finds the title for each file. Files without one, or of a work that only other libraries have, are left out. */
	match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>>;
	/** Returns those of the paths that still belong to a title. */
	recordedAmong(paths: readonly string[]): Promise<Set<string>>;
	/** Returns those of the titles that have at least one file, except copies of other libraries. */
	withFile(titleIds: readonly string[]): Promise<Set<string>>;
	/** Records the files in their titles. The files stay where they are. */
	record(rows: readonly Assigned[]): Promise<Recorded>;
	/** Finds which title the path means: one that another library has, or one of the provider. */
	lookUp(read: ReadPath, signal: AbortSignal): Promise<LookedUp>;
	/** Returns the title that the file belongs to, see `copyOf`; adds it if it is new. Null if it is excluded. */
	ensureTitle(metaId: number, file: SeenFile, signal: AbortSignal): Promise<{id: string; title: string; isNew: boolean} | null>;
	/** Removes a vanished file from its title. Returns false if the title has a different file. */
	drop(titleId: string, path: string): Promise<boolean>;
}

/** What only movies have of a backfill, or only series. */
export interface BackfilledKind<Title extends Matched, Details> extends Pick<MediaBackfill, 'drop' | 'mode' | 'record' | 'withFile'> {
	kind: 'movie' | 'series';
	titles: {
		byKeys(keys: ReturnType<typeof lookupKeys>): Promise<Title[]>;
		copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>;
		find(id: string): Promise<Backfilled | null>;
		findInLibrary(metaId: number, libraryId: string): Promise<Backfilled | null>;
	};
	match: TitleSource['match'];
	findByTvMetaId(id: number, signal: AbortSignal): Promise<number | null>;
	search(title: string, year: number | null, signal: AbortSignal): Promise<TitleCandidate[]>;
	details(metaId: number, signal: AbortSignal): Promise<Details>;
	/** The folder that a title has already or gets, given the path of its file; both relative to the root folder. */
	folderOf(details: Details, relative: string): string;
	add(details: Details, choice: BackfillChoice): Promise<Backfilled>;
}

interface Backfilled {
	id: string;
	title: string;
}

type BackfillChoice = Pick<LibraryFields, 'monitored' | 'path' | 'qualityProfileId' | 'rootFolderPath'> & {
	libraryId: string;
	searchOnAdd: false;
	addedBy: {kind: 'backfill'; id: string};
};

export interface LibraryPlace {
	library: Library;
	/** The library's root folder. */
	root: string;
}

type Deps = Pick<WorkerDeps, 'importExclusions' | 'leases' | 'metadata' | 'movies' | 'recordedFiles' | 'rootFolders' | 'series'>;

export function createMediaBackfill<Title extends Matched, Details extends {metaId: number}>(
	{library, root}: LibraryPlace,
	of: BackfilledKind<Title, Details>,
	deps: Deps,
): MediaBackfill {
	const {titles, kind, match} = of;
	const {importExclusions, leases, metadata, recordedFiles} = deps;
	const workOf = ({readings, tvMetaId}: ReadPath, index: TitleIndex<Title>): Title | null =>
		readings.map(parsed => match(index, parsed, {...noIds, tvMetaId})).find(found => found !== null) ?? null;

	async function indexOf(reads: readonly ReadPath[]): Promise<TitleIndex<Title>> {
		const rows = reads.flatMap(({readings, tvMetaId}) => readings.map(parsed => ({parsed, release: {...noIds, tvMetaId}})));
		return createTitleIndex(await titles.byKeys(lookupKeys(rows)));
	}

	async function add(details: Details, {video}: SeenFile, isCopy: boolean): Promise<Backfilled> {
		const {metaId} = details;
		const wanted = {path: join(root, of.folderOf(details, video.relative)), root, metaId, library: isCopy ? library.name : null};
		return of.add(details, {
			...{monitored: library.monitored, qualityProfileId: library.qualityProfileId, libraryId: library.id},
			...{rootFolderPath: root, path: await chooseFolder(wanted, deps), searchOnAdd: false},
			addedBy: {kind: 'backfill', id: library.id},
		});
	}

	return {
		mode: of.mode,
		withFile: of.withFile,
		async match(files) {
			const index = await indexOf(files.map(({read}) => read));
			const works = files.flatMap(file => {
				const work = workOf(file.read, index);
				return work ? [[file, work] as const] : [];
			});
			return inCopies(new Map(works), {index, libraryId: library.id}, titles);
		},
		recordedAmong: paths => recordedFiles.among(paths, kind),
		record: rows => recordStill(rows, leases, of.record),
		async lookUp(read, signal) {
			const known = workOf(read, await indexOf([read]));
			const source = {
				findByImdbId: (id: string) => metadata.findByImdbId(id, kind, signal),
				findByTvMetaId: (id: number) => of.findByTvMetaId(id, signal),
				search: (title: string, year: number | null) => of.search(title, year, signal),
				match,
			};
			return known ? {metaId: known.metaId} : lookUpTitle(read, source);
		},
		async ensureTitle(metaId, file, signal) {
			const copies = await titles.copiesOf([metaId]);
			const known = await titles.find(copyOf(file.video.path, copies, library.id) ?? '');
			if (known) {
				return {...known, isNew: false};
			}
			if (await importExclusions.has(kind, metaId, library.id)) {
				return null;
			}
			const details = await of.details(metaId, signal);
			try {
				return {...(await add(details, file, copies.length > 0)), isNew: true};
			} catch (error) {
				const added = error instanceof Conflict ? await titles.findInLibrary(metaId, library.id) : null;
				if (!added) {
					throw error;
				}
				return {...added, isNew: false};
			}
		},
		drop: async (titleId, path) => (await whileStill(titleId, leases, () => of.drop(titleId, path))) ?? false,
	};
}

/**
 * The copy that a file belongs to: the one whose file or folder it is, then that of the library, then one without a
 * library. Null if only other libraries have the title, because each library has its own copy.
 */
function copyOf(path: string, copies: readonly TitleCopy[], libraryId: string): string | null {
	const found =
		copies.find(({filePath}) => filePath === path) ??
		copies.find(copy => isWithinFolder(path, copy.path)) ??
		copies.find(copy => copy.libraryId === libraryId) ??
		copies.find(copy => copy.libraryId === null);
	return found?.id ?? null;
}

type Matched = LibraryTitle & {metaId: number; libraryId: string | null};

/** The titles that files are recorded in, given the works that they match; see `copyOf`. */
async function inCopies<T extends Matched>(
	works: ReadonlyMap<SeenFile, T>,
	{index, libraryId}: {index: TitleIndex<T>; libraryId: string},
	titles: {copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>},
): Promise<Map<SeenFile, string>> {
	const isOnlyHere = (work: T) => work.libraryId === libraryId && copiesOf(index, work).length === 1;
	const shared = new Set([...works.values()].flatMap(work => (isOnlyHere(work) ? [] : [work.metaId])));
	const copies = Map.groupBy(await titles.copiesOf([...shared]), ({metaId}) => metaId);
	return new Map(
		[...works].flatMap(([file, work]) => {
			const known = shared.has(work.metaId);
			const id = known ? copyOf(file.video.path, copies.get(work.metaId) ?? [], libraryId) : work.id;
			return id === null ? [] : [[file, id] as const];
		}),
	);
}

interface TitleSource {
	findByImdbId(id: string): Promise<number | null>;
	findByTvMetaId(id: number): Promise<number | null>;
	search(title: string, year: number | null): Promise<TitleCandidate[]>;
	match<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, given?: GivenIds): T | null;
}

/** Candidates kept for the user to choose from. */
const shownCandidates = 5;
const yearTolerance = 1;

/**
 * Finds the provider's title for a path. Ids come first, then names, one reading after the other. When several titles
 * could fit, it picks none.
 */
async function lookUpTitle({readings, tvMetaId}: Pick<ReadPath, 'readings' | 'tvMetaId'>, source: TitleSource): Promise<LookedUp> {
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
