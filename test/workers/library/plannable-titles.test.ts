import test from 'ava';
import {buildMediaFile} from '#test/helpers/world/movie.ts';
import {namedFileOf} from '#workers/library/file-plans/plannable-titles.ts';

test('a stored file is named by what it had in its download, as at its import', t => {
	const file = buildMediaFile({
		path: '/tv/Kite/S01E01.mkv',
		originalFile: 'Kite [1A2B3C4D]/[GRP] Kite - 01 [1A2B3C4D].mkv',
		releaseHash: '1A2B3C4D',
	});
	t.like(namedFileOf(file, ['HDR'], 'tv'), {
		originalFileName: '[GRP] Kite - 01 [1A2B3C4D]',
		releaseHash: '1A2B3C4D',
		customFormats: ['HDR'],
		extension: '.mkv',
	});
	t.like(namedFileOf(buildMediaFile({path: '/films/a.avi'}), [], 'movie'), {originalFileName: 'a', releaseHash: null, extension: '.avi'});
});
