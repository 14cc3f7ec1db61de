import test from 'ava';
import {whyFake} from '#shared/domain/imports/sort-files.ts';

const judged = test.macro({
	title: (_, paths: string[], why: RegExp | null) =>
		`${paths.join(', ') || 'nothing'}: ${why ? `refused (${why.source})` : 'may be sound'}`,
	exec(t, paths: string[], why: RegExp | null) {
		const reported = whyFake(paths.map(path => ({path, size: 1})));
		if (why === null) {
			t.is(reported, null);
			return;
		}
		t.regex(reported ?? '', why);
	},
});

test(judged, ['Film/film.mkv', 'Film/film.nfo', 'Film/Subs/en.srt'], null);
test(judged, ['Film/film.mkv', 'Film/www.site.example.url'], null);
test(judged, ['Film/film.mkv', 'Film/Downloaded from site.com'], null);
test(judged, ['Film/film.rar', 'Film/film.r00', 'Film/film.sfv'], null);
test(judged, ['Film.2019.com.zip'], null);
test(judged, ['BDMV/STREAM/00001.m2ts', 'BDMV/index.bdmv'], null);
test(judged, ['Film/film.mkv', 'Film/codec.exe'], /program: Film\/codec\.exe/);
test(judged, ['film.mkv.lnk'], /program/);
test(judged, ['film.mkv.SCR'], /program/);
test(judged, ['Film/film.mkv', 'Film/player.exe.zip'], /program/);
test(judged, ['Film/film.com'], /program/);
test(judged, ['album/01.mp3', 'album/cover.jpg'], /no video/);
test(judged, ['film.iso'], /no video/);
