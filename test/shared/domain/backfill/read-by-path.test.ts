import test from 'ava';
import {parsedFromPath} from '#shared/domain/backfill/read-path.ts';
import {qualityOf} from '#shared/domain/quality/qualities.ts';

const rows = [
	['The.Lamp.2024.1080p.WEB-DL.x265-GRP/film.mkv', 'WEBDL-1080p', 'GRP', 'The.Lamp.2024.1080p.WEB-DL.x265-GRP'],
	['The.Lamp.2024.1080p.WEB-DL.x265-GRP/The.Lamp.2024.720p.HDTV.x264-ONE.mkv', 'HDTV-720p', 'ONE', 'The.Lamp.2024.720p.HDTV.x264-ONE'],
	['films/The Lamp (2024)/The Lamp 720p BluRay.mkv', 'Bluray-720p', null, 'The Lamp 720p BluRay'],
] as const;

for (const [path, quality, group, name] of rows) {
	test(`${path} is ${quality} of ${group}`, t => {
		const reported = parsedFromPath(path, 'movie');
		t.deepEqual([qualityOf(reported.quality).name, reported.group, reported.name], [quality, group, name]);
	});
}
