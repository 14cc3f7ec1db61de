import {isAvailable} from '../media/availability.ts';
import type {MovieDetails} from '../media/movie.ts';
import {isQualityCutoffMet, type QualityProfile} from '../quality/profiles.ts';
import type {QualityName} from '../quality/qualities.ts';
import {below, folderAround, foreignPath} from './map-paths.ts';
import type {MoveNote} from './move.ts';
import type {SourceFile, SourceMovie} from './source-titles.ts';

/** A file of the other program as the disk has it. */
export interface FileOnDisk {
	/** Its path as we see it; null where no mapping says it. */
	path: string | null;
	/** Bytes; null if it is not there. */
	size: number | null;
	/** By its name; used where the stored number is unknown. */
	namedQuality: QualityName;
}

/** What holds for all titles of a source. */
export interface SourceFacts {
	/** The root folders of the other program. */
	roots: readonly string[];
	profileIds: ReadonlySet<number>;
	profiles: ReadonlyMap<number, Pick<QualityProfile, 'items' | 'cutoff' | 'upgradeAllowed'>>;
	tagIds: ReadonlySet<number>;
	/** Folders that two titles share. */
	sharedFolders: ReadonlySet<string>;
	/** Root folders that are nowhere here, and those whose disk is away, in the form of `foreignPath`. */
	lost: ReadonlySet<string>;
	away: ReadonlySet<string>;
	/** Their numbers of titles that are being downloaded there. */
	coming: ReadonlySet<number>;
	now: Date;
}

interface JudgedTitle {
	path: string;
	profileId: number | null;
	tags: readonly number[];
	addedAt: Date | null;
	unreadable: readonly string[];
}

/** What movies and series have in common. */
export function titleNotes({path, profileId, tags, addedAt, unreadable}: JudgedTitle, facts: SourceFacts): MoveNote[] {
	const notes: MoveNote[] = [];
	for (const tag of tags.filter(each => !facts.tagIds.has(each))) {
		notes.push({code: 'dangling_tag', detail: `The tag ${tag} does not exist any more and is left out.`});
	}
	if (profileId === null || !facts.profileIds.has(profileId)) {
		notes.push({code: 'dangling_profile', detail: 'Its quality profile does not exist any more; it gets the default one.'});
	}
	if (addedAt === null) {
		notes.push({code: 'date_unusable', detail: 'It is not known when it was added; the day of the move counts.'});
	}
	for (const column of unreadable) {
		notes.push({code: 'json_unreadable', detail: `What is stored as ${column} cannot be read and is left out.`});
	}
	const own = foreignPath(path);
	if (facts.sharedFolders.has(own) || facts.roots.some(root => foreignPath(root) === own)) {
		notes.push({code: 'folder_shared', detail: `Its folder ${path} is not its own, so it gets another one; its file stays where it is.`});
	}
	return notes;
}

/** The root folder of theirs that holds a title; null outside all. */
const rootOf = (path: string, {roots}: Pick<SourceFacts, 'roots'>) => folderAround(foreignPath(path), roots.map(foreignPath));

/** Nobody has said where its root folder is here. */
export const isLost = (path: string, facts: Pick<SourceFacts, 'lost' | 'roots'>): boolean => facts.lost.has(rootOf(path, facts) ?? '');

/** Notes about where a title lies: in a root folder, beside them, or on a disk that is gone. Null: it has no files. */
export function placeNotes(path: string, isThere: boolean | null, facts: SourceFacts): MoveNote[] {
	if (isLost(path, facts)) {
		return [{code: 'path_unmapped', detail: `Nobody has said yet where ${rootOf(path, facts)} is here.`}];
	}
	if (isThere === null || rootOf(path, facts) !== null) {
		return [];
	}
	return isThere
		? [{code: 'file_outside_roots', detail: `${path} lies in no root folder; its folder becomes one.`}]
		: [{code: 'root_missing', detail: `${path} lies in no root folder, and nothing is there; it comes without a file.`}];
}

/** Notes about one file; `what` names it in the sentences. */
export function fileNotes(file: SourceFile, {path, size, namedQuality}: FileOnDisk, what: string): MoveNote[] {
	const notes: MoveNote[] = [];
	if (path === null) {
		notes.push({code: 'path_unmapped', detail: `Nobody has said yet where ${what} lies here.`});
	} else if (size === null) {
		notes.push({code: 'file_missing', detail: `${what} is not on the disk (${path}).`});
	} else if (size !== file.size) {
		notes.push({
			code: 'size_differs',
			detail: `${what} has ${size.toLocaleString('en')} bytes instead of ${file.size.toLocaleString('en')}; it is read anew.`,
		});
	}
	if (file.quality === null) {
		notes.push({code: 'quality_unknown', detail: `The quality of ${what} is not known; by its name it is ${namedQuality}.`});
	} else if (file.quality.homeless !== null) {
		notes.push({
			code: 'quality_without_home',
			detail: `${file.quality.homeless} is no quality here; ${what} counts as ${file.quality.name}, and its title is not monitored so that nothing replaces it.`,
		});
	}
	return notes;
}

const unmonitored = new Set<MoveNote['code']>(['quality_without_home', 'root_missing', 'path_unmapped']);

/** What is missing because its disk is away is not searched, and nothing replaces what has no quality here. */
export const mayBeMonitored = (notes: readonly MoveNote[], isAway: boolean): boolean =>
	!notes.some(({code}) => unmonitored.has(code)) && !(isAway && notes.some(({code}) => code === 'file_missing'));

/** Whether the first day may search for it, by what has been noted so far. */
export const isSearched = (path: string, notes: readonly MoveNote[], facts: SourceFacts): boolean =>
	mayBeMonitored(notes, facts.away.has(rootOf(path, facts) ?? ''));

export interface MovieFiles {
	file: SourceFile | null;
	onDisk: FileOnDisk | null;
	/** Further files of the movie. */
	others: readonly SourceFile[];
}

/** Null details: the provider does not have it. */
export function judgeMovie(
	movie: SourceMovie,
	{file, onDisk, others}: MovieFiles,
	{details, facts}: {details: MovieDetails | null; facts: SourceFacts},
): MoveNote[] {
	if (movie.metaId === null && movie.imdbId === null) {
		return [{code: 'title_unknown', detail: 'It has no id of the metadata provider.'}];
	}
	if (movie.isGone || details === null) {
		return [{code: 'title_gone', detail: 'The metadata provider has removed it; its file will be listed as unmatched.'}];
	}
	const notes = titleNotes(movie, facts);
	const isThere = onDisk?.size != null;
	const place = placeNotes(movie.path, file ? isThere : null, facts);
	notes.push(...place);
	if (movie.fileId > 0 && !file) {
		notes.push({code: 'dangling_file', detail: `It names file ${movie.fileId}, which does not exist.`});
	}
	if (file && onDisk) {
		// A folder that is gone says it once.
		const isGone = place.some(({code}) => code === 'root_missing' || code === 'path_unmapped');
		notes.push(
			...fileNotes(file, onDisk, 'its file').filter(({code}) => !(isGone && (code === 'file_missing' || code === 'path_unmapped'))),
		);
	}
	for (const {id, relativePath} of others) {
		notes.push({code: 'second_file', detail: `File ${id} (${relativePath}) belongs to it too; it stays where it is and is not recorded.`});
	}
	const isWanted = movie.monitored && isSearched(movie.path, notes, facts);
	notes.push(
		...firstDay(
			{...movie, monitored: isWanted},
			{file: isThere ? file : null, details, facts, namedQuality: onDisk?.namedQuality ?? 'Unknown'},
		),
	);
	return notes;
}

interface FirstDay {
	file: SourceFile | null;
	details: MovieDetails;
	facts: SourceFacts;
	namedQuality: QualityName;
}

function firstDay(movie: SourceMovie, {file, details, facts, namedQuality}: FirstDay): MoveNote[] {
	if (!movie.monitored || file?.quality?.homeless) {
		return [];
	}
	if (facts.coming.has(movie.id)) {
		return [{code: 'noted', detail: 'It is being downloaded there; the take-over adopts that.'}];
	}
	if (!file) {
		return isAvailable(movie.minimumAvailability, details, 0, facts.now)
			? [{code: 'would_search', detail: 'It is monitored, has no file and can be searched.'}]
			: [];
	}
	return betterWanted(file.quality?.name ?? namedQuality, movie.profileId, facts)
		? [{code: 'would_replace', detail: 'Its file is below the cutoff of its profile.'}]
		: [];
}

export function betterWanted(quality: QualityName, profileId: number | null, {profiles}: SourceFacts): boolean {
	const profile = profiles.get(profileId ?? -1);
	return profile?.upgradeAllowed === true && !isQualityCutoffMet(profile, quality);
}

/** Folders that several titles have, or that lie in another one's. */
export function sharedFoldersOf(paths: readonly string[]): ReadonlySet<string> {
	const counts = new Map<string, number>();
	for (const path of paths.map(foreignPath)) {
		counts.set(path, (counts.get(path) ?? 0) + 1);
	}
	const shared = new Set([...counts].filter(([, count]) => count > 1).map(([path]) => path));
	const sorted = [...counts.keys()].sort();
	// What lies in a folder follows it in this order, up to the first that does not.
	for (const [index, folder] of sorted.entries()) {
		for (let next = index + 1; next < sorted.length && sorted[next]!.startsWith(folder); next += 1) {
			const inner = sorted[next]!; // within the list
			if (below(inner, folder)) {
				shared.add(inner);
			}
		}
	}
	return shared;
}
