import test from 'ava';
import {piecesOfDiscs} from '#shared/domain/imports/sort-files.ts';

const of = (sizes: Record<string, number>) =>
	[...piecesOfDiscs(Object.entries(sizes).map(([relative, size]) => ({relative, size})))].map(({relative}) => relative);

for (const [title, sizes, pieces] of [
	['the film of a Blu-ray is its largest stream', {'BDMV/STREAM/00001.m2ts': 80, 'BDMV/STREAM/00002.m2ts': 5}, 0],
	['a film in branches has no such stream', {'BDMV/STREAM/00001.m2ts': 19, 'BDMV/STREAM/00002.m2ts': 18, 'BDMV/STREAM/00003.m2ts': 17}, 3],
	[
		'episodes of a Blu-ray',
		{'Disc 1/BDMV/STREAM/00001.m2ts': 20, 'Disc 1/BDMV/STREAM/00002.m2ts': 20, 'Disc 2/BDMV/STREAM/00001.m2ts': 80},
		2,
	],
	['a DVD', {'VIDEO_TS/VTS_01_1.VOB': 1, 'VIDEO_TS/VTS_01_2.VOB': 1, 'VIDEO_TS/VTS_01_3.VOB': 0.4}, 3],
	['a DVD without its folder', {'VTS_01_1.VOB': 1, 'VTS_01_2.VOB': 1}, 2],
	['one stream that somebody took from a disc', {'film.m2ts': 80, 'extra.m2ts': 80}, 0],
] as const) {
	test(title, t => {
		t.is(of(sizes).length, pieces);
	});
}
