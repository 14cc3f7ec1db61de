import {articleLast, cleanForm, fileValues, firstCharacter, type NamedFile} from './file-values.ts';
import {renderPath, type TokenValues} from './render.ts';
import type {ColonReplacement} from './safe-name.ts';

/** The fields of a movie that its path uses. */
export interface NamedMovie {
	title: string;
	originalTitle: string | null;
	year: number | null;
	metaId: number | null;
	imdbId: string | null;
	certification: string | null;
}

export interface MovieNaming {
	movieFolder: string;
	movieFile: string;
	colon: ColonReplacement;
}

export const defaultMovieNaming: MovieNaming = {
	movieFolder: '{Movie Title} ({Year})',
	movieFile: '{Movie Title} ({Year}) [{Quality Full}]{-Release Group}',
	colon: 'smart',
};

function movieValues(movie: NamedMovie): TokenValues {
	const original = movie.originalTitle ?? movie.title;
	return {
		movietitle: movie.title,
		moviecleantitle: cleanForm(movie.title),
		movietitlethe: articleLast(movie.title),
		moviecleantitlethe: cleanForm(articleLast(movie.title)),
		movietitlefirstcharacter: firstCharacter(movie.title),
		movieoriginaltitle: original,
		moviecleanoriginaltitle: cleanForm(original),
		moviecertification: movie.certification,
		releaseyear: movie.year,
		year: movie.year,
		tmdbid: movie.metaId,
		metaid: movie.metaId,
		imdbid: movie.imdbId,
	};
}

/** Folder of a movie, relative to its root folder, with `/` as separator. */
export function movieFolder(movie: NamedMovie, {movieFolder: template, colon}: MovieNaming): string {
	return renderPath(template, movieValues(movie), {colon}).join('/');
}

/** Path of a movie's file, relative to the movie's folder. */
export function movieFile(movie: NamedMovie, file: NamedFile, {movieFile: template, colon}: MovieNaming): string {
	return renderPath(template, {...fileValues(file), ...movieValues(movie)}, {colon, extension: file.extension}).join('/');
}

/** Path of a movie's file, relative to its root folder and always inside it. */
export function moviePath(movie: NamedMovie, file: NamedFile, naming: MovieNaming): string {
	return `${movieFolder(movie, naming)}/${movieFile(movie, file, naming)}`;
}
