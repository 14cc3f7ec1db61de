import test from 'ava';
import {parseTitle, parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';

const show = test.macro({
	exec: (t, name: string, wanted: Partial<ParsedTitle>) => t.like(parseTitle(name, {mode: 'tv'}), wanted),
	title: (_, name: string) => `the show's release ${name}`,
});
const film = test.macro({
	exec: (t, name: string, wanted: Partial<ParsedTitle>) => t.like(parseTitle(name, {mode: 'movie'}), wanted),
	title: (_, name: string) => `the movie's release ${name}`,
});
const path = test.macro({
	exec: (t, name: string, wanted: Partial<ParsedTitle>) => t.like(parseTitle(name, {mode: 'tv', isPath: true}), wanted),
	title: (_, name: string) => `the path ${name}`,
});

test(show, 'Quiet.Harbour.S02E05.The.Storm.1080p.WEB-DL.DDP5.1.H.264-TERN', {
	title: 'Quiet Harbour',
	titleWithoutYear: 'Quiet Harbour',
	season: 2,
	episodes: [5],
	fullSeason: false,
	group: 'TERN',
	airDate: null,
});
test(show, 'Quiet.Harbour.2019.S01.German.720p.BluRay.x264-TERN', {
	title: 'Quiet Harbour 2019',
	titleWithoutYear: 'Quiet Harbour',
	year: 2019,
	season: 1,
	fullSeason: true,
	languages: ['german'],
});
test(show, '[Tern] Sora no Uta - 012v2 (1080p) [0A1B2C3D].mkv', {
	title: 'Sora no Uta',
	absoluteEpisodes: [12],
	season: null,
	group: 'Tern',
	hash: '0A1B2C3D',
});
test(show, 'Tonight.at.Nine.2021.04.12.Some.Guest.720p.WEB.h264-TERN', {title: 'Tonight at Nine', airDate: '2021-04-12', episodes: []});
test(show, 'Тихая гавань (S2E1) / Quiet Harbour (S2E1) (2023) WEB-DL 1080p', {
	title: 'Quiet Harbour',
	titles: ['Quiet Harbour', 'Тихая гавань'],
	season: 2,
	episodes: [1],
});
test(show, 'The.Italian.Clock.S01E03.720p.HDTV.x264-TERN', {title: 'The Italian Clock', languages: []});
test(show, 'Quiet.Harbour.S02.Special-Behind.the.Lamp.720p.HDTV.x264-TERN', {special: true, possibleSpecial: true, season: 2});
test(show, '[Tern] Sora no Uta OVA - 02 [720p]', {
	title: 'Sora no Uta OVA',
	titles: ['Sora no Uta OVA', 'Sora no Uta'],
	special: true,
	absoluteEpisodes: [2],
});

test(show, 'Quiet.Harbour.S02E05.720p.x264-TERN [01/54] - "quiet.harbour.nfo"', {episodes: [5], group: 'TERN'});

test(film, 'The.Glass.Road.2014.1080p.BluRay.x264-TERN', {title: 'The Glass Road', year: 2014, group: 'TERN', season: null, episodes: []});
test(film, 'Kalte.Sonne.Extended.2018.German.DL.1080p.BluRay.x264-TERN', {title: 'Kalte Sonne', edition: 'Extended', year: 2018});
test(film, 'Ember.AKA.Brasa.1987.DVDRip.XviD-TERN', {title: 'Ember AKA Brasa', titles: ['Ember AKA Brasa', 'Ember', 'Brasa'], year: 1987});
test(film, 'The Glass Road (2014) {tmdb-43074} [1080p]', {title: 'The Glass Road', tmdbId: 43074, imdbId: null});
test(film, '[2014] The Glass Road', {title: 'The Glass Road', year: 2014});
test(film, 'Kalte.Sonne.German.2018.1080p.BluRay', {title: 'Kalte Sonne', year: 2018});
test(film, 'A.German.2018.1080p.BluRay', {title: 'A German', year: 2018});
test(film, 'The.Final.Cut.2018.1080p.BluRay', {title: 'The Final Cut', year: 2018});
test(film, 'THE.GERMAN.2018.1080P.BLURAY', {title: 'THE GERMAN', year: 2018});
test(film, 'Harbour 2055 Directors 2012', {title: 'Harbour 2055', year: 2012});
test(film, 'The Glass Road (tt1234567) 2014 720p', {title: 'The Glass Road', year: 2014, imdbId: 'tt1234567'});

test(path, '/media/tv/Quiet Harbour (2019)/Season 02/05 - The Storm.mkv', {title: 'Quiet Harbour (2019)', season: 2, episodes: [5]});
test(path, '/media/tv/Quiet Harbour/Season 2/S02E05.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(path, '/media/Quiet.Harbour.S02E05.720p.HDTV.x264-TERN/a8f5f167f44f4964e6c998dee827110c.mkv', {
	title: 'Quiet Harbour',
	episodes: [5],
	group: 'TERN',
	releaseTitle: 'Quiet.Harbour.S02E05.720p.HDTV.x264-TERN',
});
test(path, 'C:\\media\\Sora no Uta 921-928 [1080p]\\923.mkv', {title: 'Sora no Uta', absoluteEpisodes: [923]});
test(path, '/media/Quiet.Harbour.S02E05.720p-TERN/abc.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(path, '/media/Quiet.Harbour.S02E05.720p-TERN/1234.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(path, '/media/Quiet Harbour/Season 2/205.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(path, '/media/Quiet Harbour/Specials/03 - The Making.mkv', {title: 'Quiet Harbour', season: 0, episodes: [3]});
test(path, '/media/Quiet Harbour/Season 02/E05 - The Storm.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});

test('a movie is read from the folder when the file says nothing', t => {
	const parsed = parseTitle('/media/The.Glass.Road.2014.720p.BluRay.x264-TERN/b00bs.mkv', {mode: 'movie', isPath: true});
	t.like(parsed, {title: 'The Glass Road', year: 2014, group: 'TERN'});
});

test('names that tell no episode, no movie or an impossible day are refused', t => {
	for (const name of ['Quiet Harbour', 'Quiet Harbour (2018) Complete 720p', 'Season 3', 'Tonight at Nine 1950 10 14 HDTV', '']) {
		t.is(parseTitle(name, {mode: 'tv'}), null, name);
	}
	for (const name of ['Quiet Harbour', 'Quiet Harbour (S01E18) 720p HDTV', '185d86a343e39f3341e35c4dad3f9959', '']) {
		t.is(parseTitle(name, {mode: 'movie'}), null, name);
	}
});

test('a refused name still tells its tags', t => {
	const {title, quality, group} = parseUnknown('Quiet.Harbour.1080p.BluRay.x264-TERN.mkv', 'tv');
	t.is(title, 'Quiet Harbour 1080p BluRay x264-TERN');
	t.is(quality.resolution, 1080);
	t.is(group, 'TERN');
});

test(path, '/media/tv/Quiet Harbour S02 720p/05 - The Storm.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5], fullSeason: false});
test(path, '/media/tv/Quiet Harbour S02 720p/E05.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(path, '/media/tv/Harbour/Staffel 2/Folge 5 - Sturm.mkv', {title: 'Harbour', season: 2, episodes: [5]});
test(path, '/media/tv/Harbour/Season 1 (1080p)/05 - The Storm.mkv', {title: 'Harbour', season: 1, episodes: [5]});
test(path, '/media/Harbour - 10x11 - Title [SDTV]/1011 - Title.avi', {season: 10, episodes: [11]});
