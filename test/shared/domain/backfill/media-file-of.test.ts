import test from 'ava';
import {mediaFileOf} from '#shared/domain/backfill/media-file-of.ts';
import {readPath} from '#shared/domain/backfill/read-path.ts';

test('a file that was found has the quality of its name, and no score until a job has given it one', t => {
	const path = '/films/Paper Lanterns (2021)/Paper.Lanterns.2021.1080p.WEB-DL-KITE.mkv';
	const file = mediaFileOf({id: 'one', path, size: 77, dateAdded: new Date(0)}, readPath(path, 'movie'));
	t.like(file, {id: 'one', path, size: 77, quality: 'WEBDL-1080p', formatScore: 0, releaseGroup: 'KITE', mediaInfo: null});
	t.is(file.releaseTraits, undefined, 'nothing is known of its grab');
});
