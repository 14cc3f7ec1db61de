import {foldTitle} from '../matching/fold-title.ts';
import {parseTitle, parseUnknown} from '../release/parse-title.ts';
import type {ParsedTitle, TitleMode} from '../release/parsed-title.ts';
import {parseIds} from '../release/patterns/ids.ts';

/** What the path of a library file says, in the ways that it can be read, the likeliest first. */
export interface ReadPath {
	/** Empty when neither file nor folder names anything. Each carries the ids that stand anywhere in the path. */
	readings: ParsedTitle[];
	/** What of the release the name tells: quality, group, edition and so on. */
	tags: Pick<ParsedTitle, 'quality' | 'group' | 'edition' | 'languages' | 'releaseTitle'>;
}

/** Years of a folder and its file may differ so far and still mean one film. */
const yearTolerance = 1;

/** Reads a path below the root folder of a library, `The Lamp (2024) {tmdb-77}/The.Lamp.2024.1080p.mkv`. */
export function readPath(relative: string, mode: TitleMode): ReadPath {
	const parts = relative.split('/');
	// A series' name and season may stand folders above; a film's own folder is weighed against its file below.
	const own = parseTitle(mode === 'movie' ? (parts.at(-1) ?? '') : relative, {mode, isPath: mode === 'tv'});
	const folderName = parts.length > 1 ? parts.at(-2) : undefined;
	const folder = mode === 'movie' && folderName !== undefined ? parseTitle(folderName, {mode}) : null;
	const ids = parseIds(relative);
	const readings = inOrder(own, folder, () => parseTitle(relative, {mode, isPath: true})).map(reading => ({
		...reading,
		imdbId: reading.imdbId ?? ids.imdbId,
		tmdbId: reading.tmdbId ?? ids.tmdbId,
	}));
	return {readings, tags: own ?? parseUnknown(relative, mode, true)};
}

/** A file counts before its folder, unless only the folder tells the year: `Lamp/lamp.mkv` in `The Lamp (2024)`. */
function inOrder(own: ParsedTitle | null, folder: ParsedTitle | null, fromAbove: () => ParsedTitle | null): ParsedTitle[] {
	if (!own || !folder) {
		const only = own ?? folder ?? fromAbove();
		return only ? [only] : [];
	}
	if (own.year === null && folder.year !== null) {
		return [folder, own];
	}
	const apart = own.year === null || folder.year === null ? 0 : Math.abs(own.year - folder.year);
	const isSame = apart <= yearTolerance && foldTitle(own.title) !== foldTitle(folder.title);
	return isSame ? [own, folder] : [own];
}

/** What is looked up at the provider for these readings; files of one title share it. */
export function lookUpKey([reading]: readonly ParsedTitle[], mode: TitleMode): string | null {
	if (!reading) {
		return null;
	}
	if (reading.tmdbId !== null) {
		return `id:${reading.tmdbId}`;
	}
	if (reading.imdbId !== null) {
		return `imdb:${reading.imdbId}`;
	}
	const title = mode === 'tv' ? (reading.titleWithoutYear ?? reading.title) : reading.title;
	return `title:${foldTitle(title)}:${reading.year ?? ''}`;
}
