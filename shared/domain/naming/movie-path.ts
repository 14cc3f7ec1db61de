import {articleLast, cleanArticleLast, cleanForm, fileValues, firstCharacter, type NamedFile} from './file-values.ts';
import {renderPath, type TokenValues} from './render.ts';
import {type CharacterRules, defaultCharacters, safeName} from './safe-name.ts';

/** The fields of a movie that its path uses. */
export interface NamedMovie {
	title: string;
	originalTitle: string | null;
	year: number | null;
	metaId: number | null;
	imdbId: string | null;
	certification: string | null;
	/** Name of the collection that it is part of. */
	collectionTitle?: string | null;
}

export interface MovieNaming extends CharacterRules {
	movieFolder: string;
	movieFile: string;
	/** Otherwise files keep the names from their downloads. Folders always have the name of the template. */
	rename: boolean;
}

export const defaultMovieNaming: MovieNaming = {
	movieFolder: '{Movie Title} ({Year})',
	movieFile: '{Movie Title} ({Year}) [{Quality Full}]{-Release Group}',
	rename: true,
	...defaultCharacters,
};

function movieValues(movie: NamedMovie): TokenValues {
	const original = movie.originalTitle ?? movie.title;
	return {
		movietitle: movie.title,
		moviecleantitle: cleanForm(movie.title),
		movietitlethe: articleLast(movie.title),
		moviecleantitlethe: cleanArticleLast(movie.title),
		movietitlefirstcharacter: firstCharacter(movie.title),
		movieoriginaltitle: original,
		moviecleanoriginaltitle: cleanForm(original),
		moviecertification: movie.certification,
		moviecollection: movie.collectionTitle ?? null,
		moviecollectionthe: movie.collectionTitle ? articleLast(movie.collectionTitle) : null,
		releaseyear: movie.year,
		year: movie.year,
		tmdbid: movie.metaId,
		metaid: movie.metaId,
		imdbid: movie.imdbId,
	};
}

/** Folder of a movie, relative to its root folder, with `/` as separator. */
export function movieFolder(movie: NamedMovie, naming: MovieNaming): string {
	return renderPath(naming.movieFolder, movieValues(movie), naming).join('/');
}

/** Path of a movie's file, relative to the movie's folder. */
export function movieFile(movie: NamedMovie, file: NamedFile, naming: MovieNaming): string {
	if (!naming.rename && file.originalFileName) {
		return safeName(file.originalFileName, file.extension);
	}
	const values = {...fileValues(file), ...movieValues(movie)};
	return renderPath(naming.movieFile, values, {...naming, extension: file.extension}).join('/');
}

/** Path of a movie's file, relative to its root folder and always inside it. */
export function moviePath(movie: NamedMovie, file: NamedFile, naming: MovieNaming): string {
	return `${movieFolder(movie, naming)}/${movieFile(movie, file, naming)}`;
}
