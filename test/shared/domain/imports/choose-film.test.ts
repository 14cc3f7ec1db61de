import test from 'ava';
import {chooseFilm} from '#shared/domain/imports/extras.ts';
import type {DownloadedFile} from '#shared/domain/imports/sort-files.ts';

const movie = {
	id: 'm',
	title: 'The Quiet Harbour',
	originalTitle: null,
	alternativeTitles: [],
	year: 2019,
	imdbId: null,
	metaId: 1,
	tvMetaId: null,
};
/** Largest first, as callers give them. */
function videos(...names: [string, ...string[]]): [DownloadedFile, ...DownloadedFile[]] {
	const toFile = (relative: string, index: number) => ({path: `/d/${relative}`, relative, size: 1000 - index, isLink: false});
	return names.map(toFile) as [DownloadedFile, ...DownloadedFile[]];
}
const chosen = (...names: [string, ...string[]]) => {
	const {video, furtherParts, rest} = chooseFilm(movie, videos(...names));
	return {film: [video, ...furtherParts].map(({relative}) => relative), rest: rest.map(({relative}) => relative)};
};

test('a single video is the film, whatever it is called', t => {
	t.deepEqual(chosen('abc123.mkv'), {film: ['abc123.mkv'], rest: []});
});

test('among videos without a name the largest is the film', t => {
	t.deepEqual(chosen('a.mkv', 'making-of.mkv'), {film: ['a.mkv'], rest: ['making-of.mkv']});
});

test('of a collection the film is the one that bears its name', t => {
	const other = 'The.Loud.Harbour.2021.1080p.WEB-DL-NOBODY.mkv';
	const ours = 'The.Quiet.Harbour.2019.1080p.WEB-DL-NOBODY.mkv';
	t.deepEqual(chosen(other, ours), {film: [ours], rest: [other]});
});

test('a film on two discs is both of them, in order', t => {
	t.deepEqual(chosen('film.CD2.avi', 'film.cd1.avi', 'extra.avi'), {film: ['film.cd1.avi', 'film.CD2.avi'], rest: ['extra.avi']});
});

test('parts with a gap are no whole film', t => {
	t.deepEqual(chosen('film.cd1.avi', 'film.cd3.avi').film, ['film.cd1.avi']);
});

test('a film that is called a part itself is not joined with the next one', t => {
	const two = videos('The Quiet Harbour Part 1.mkv', 'The Quiet Harbour Part 2.mkv');
	const {video, furtherParts} = chooseFilm({...movie, title: 'The Quiet Harbour: Part 1'}, two);
	t.is(video.relative, 'The Quiet Harbour Part 1.mkv');
	t.deepEqual(furtherParts, []);
});
