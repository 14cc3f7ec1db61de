import test from 'ava';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';

const show = test.macro({
	exec: (t, name: string, wanted: Partial<ParsedTitle>) => t.like(parseTitle(name, {mode: 'tv', isPath: name.includes('/media/')}), wanted),
	title: (_, name: string) => `the show's release ${name}`,
});
const refused = test.macro({
	exec: (t, name: string) => t.is(parseTitle(name, {mode: 'tv'}), null),
	title: (_, name: string) => `no episode is read from ${name}`,
});

// One episode, where a range would put one file into the place of many.
test(show, 'Quiet.Harbour.S02E09.x264-TERN', {title: 'Quiet Harbour', season: 2, episodes: [9]});
test(show, 'Quiet Harbour S03E04 - x265', {season: 3, episodes: [4]});
test(show, 'Quiet Harbour S03E12 Ep 47 1080p WEB-DL-TERN', {season: 3, episodes: [12]});
test(show, 'Quiet.Harbour_S01E02_18_45_WEB.mkv', {season: 1, episodes: [2]});
test(show, 'Quiet.Harbour.S01E05.And.10.More.720p.WEB.h264-TERN', {season: 1, episodes: [5]});
test(show, 'Quiet.Harbour.S01E05.2160p.BluRay.REMUX.DTS-X.264-TERN', {season: 1, episodes: [5]});

// One episode, where a full season would be taken for done.
test(show, 'Quiet.Harbour.S05.08.1080p.WEB-TERN', {season: 5, episodes: [8], fullSeason: false});
test(show, 'Quiet.Harbour.s03.07.2004.WEB-DL.720p', {season: 3, episodes: [7], fullSeason: false, title: 'Quiet Harbour'});
test(show, 'Porto Quieto Stagione 2 HDTV ep04 Il molo', {season: 2, episodes: [4], fullSeason: false});
test(show, '[Tern] Sora no Uta S3 [11][1080p]', {title: 'Sora no Uta S3', absoluteEpisodes: [11], fullSeason: false});
test(show, '[Tern] Sora no Uta (Season 3) - 27 [1080p]', {title: 'Sora no Uta', season: 3, absoluteEpisodes: [27], fullSeason: false});
test(show, 'Quiet Harbour 61 (S4-22) 1080p WEB', {season: 4, episodes: [22], multiSeason: false, fullSeason: false});

// Spaces and letters as web pages and other disks have them.
test(show, 'Quiet  Harbour  -  S07E22  -  S07E23  720p', {title: 'Quiet Harbour', season: 7, episodes: [22, 23]});
test(show, '[Tern]  Sora no Uta  01  -  03  [1080p]', {title: 'Sora no Uta', absoluteEpisodes: [1, 2, 3]});
test(show, '[Tern]__Sora_no_Uta__212__Ebb__[720p]', {title: 'Sora no Uta', absoluteEpisodes: [212], episodes: []});
test(show, 'Quiet\u00a0Harbour\u00a0S02\u00a0E05\t1080p', {title: 'Quiet Harbour', season: 2, episodes: [5], fullSeason: false});
test(show, 'Тихая гавань 2-й сезон 11-я серия'.normalize('NFD'), {season: 2, episodes: [11]});
test(show, 'Quiet Harbour S02 - E03 à E06 720p'.normalize('NFD'), {season: 2, episodes: [3, 4, 5, 6]});

// The season that is told, not the first.
test(show, 'Quiet Harbour Season 6 [720p] E11.mkv', {season: 6, episodes: [11]});
test(show, '/media/Quiet Harbour/Season 03/Quiet Harbour.E04.1080p.mkv', {title: 'Quiet Harbour', season: 3, episodes: [4]});
test(show, '/media/Quiet Harbour/Season 3/Ep. 11 - The Storm.mkv', {title: 'Quiet Harbour', season: 3, episodes: [11]});
test(show, '/media/Quiet Harbour/Season 3 - The Return/07 Storm.mkv', {season: 3, episodes: [7]});
test(show, '/media/Quiet Harbour/Season 6/E03-04 - Ebb.mkv', {season: 6, episodes: [3, 4]});
test(show, '/media/Sora no Uta/Season 2/[Tern] Sora no Uta - 31.mkv', {absoluteEpisodes: [31], episodes: []});

test(show, '/media/Quiet Harbour/Season 1/05-06 Ebb and Flood.mkv', {title: 'Quiet Harbour', season: 1, episodes: [5, 6]});
test(show, '/media/Quiet Harbour/Season 2/2.05 Ebb.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(show, '/media/Quiet Harbour/Season 2/02.05.mkv', {title: 'Quiet Harbour', season: 2, episodes: [5]});
test(show, '/media/Quiet Harbour/Season 1/05 & 06 - Ebb.mkv', {title: 'Quiet Harbour', season: 1, episodes: [5, 6]});
test('a folder called Part 1 is no episode', t => {
	t.is(parseTitle('/media/Quiet Harbour/Season 2/Part 1/05.mkv', {mode: 'tv', isPath: true}), null);
});
test(show, '/media/Quiet Harbour/Season 11/11-02 Ebb.mkv', {season: 11, episodes: [2]});
test(show, '/media/Quiet Harbour/Season 1/Quiet Harbour - 105 - Ebb.mkv', {season: 1, episodes: [], absoluteEpisodes: [105]});

// A pack, where one episode or one season would be missed or misfiled.
test(show, 'Quiet.Harbour.S03.x265-TERN', {season: 3, episodes: [], fullSeason: true});
test(show, 'Quiet Harbour S02 03 04 BluRay', {season: 2, multiSeason: true, fullSeason: true});
test(show, 'Porto Quieto 2ª a 5ª Temporada', {title: 'Porto Quieto', season: 2, multiSeason: true});
test(show, 'Quiet Harbour Season 1 - 3 (2009-2011)', {title: 'Quiet Harbour', season: 1, multiSeason: true});
test(show, 'Тихая гавань / Сезон: 3 / Серии: 6 из 12', {season: 3, episodes: [1, 2, 3, 4, 5, 6]});
test(show, 'Quiet Harbour S02 - E03 à E06 720p', {season: 2, episodes: [3, 4, 5, 6]});

test(show, 'Quiet Harbour 4 Seasons 1080p WEB-DL', {season: 1, lastSeason: 4, multiSeason: true, fullSeason: true});
test(show, '4 Seasons in Quiet Harbour S01E02', {season: 1, episodes: [2], title: '4 Seasons in Quiet Harbour'});

// More episodes than a release holds are neither the first of them nor the last.
test(refused, 'Quiet.Harbour.S01E01-E99.1080p.WEB-TERN');
test(refused, 'Quiet.Harbour.S01E01-S01E99.1080p.WEB-TERN');
test(refused, 'Quiet.Harbour.S01.E01-E99.1080p.WEB-TERN');
test(refused, 'Quiet Harbour 1x01-1x99 1080p');

// The number before the word.
test(show, 'Тихая гавань 2-й сезон 11-я серия', {title: 'Тихая гавань', season: 2, episodes: [11]});
test(show, 'Liman.1.Sezon.8.Bölüm.2020.WEB-DL', {title: 'Liman', season: 1, episodes: [8]});

// A count from the start of the show.
test(show, 'Quiet.Harbour.E214.German.DL.720p.WEB.x264-TERN', {season: null, absoluteEpisodes: [214], episodes: []});
test(show, 'Quiet Harbour E04 E05 E06 720p', {season: 1, episodes: [4, 5, 6]});
test(show, 'Sora no Uta - 140 ao 144 [720p]', {absoluteEpisodes: [140, 141, 142, 143, 144]});
test(show, 'Mar Frio Capítulo 105 HDTV', {title: 'Mar Frio', absoluteEpisodes: [105], episodes: []});

// Numbers of films, discs, days and parts.
for (const name of [
	'417 Windmills 1973 720p BluRay x264-TERN',
	'Grey.Anchor.2019.1080p.WEB.H264-S04',
	'Skybound 1999 BDRip 1080p DTS 5.1x2 x265-tern',
	'Grey.Anchor.2011.BluRay.2160.HEVC-TERN',
	'Grey.Anchor.2011-2012.720p.BluRay.x264-TERN',
	'Grey.Anchor.300.2006.720p.BluRay',
	'Grey.Anchor.1080p.BluRay.DTS-X.264-TERN',
	'Old.Harbour.Disc.2.of.3.NTSC.DVD9-TERN',
	'Harbour.Series.04.05.2018.720p.WEB-TERN',
	'The Harbour Series 10-11-2019 1080p HDTV',
	'Old Mill - The Flood (Part 3)',
]) {
	test(refused, name);
}
test(show, 'Quiet Harbour Series 1 - Disc 1 of 2 DVDR', {title: 'Quiet Harbour', season: 1, episodes: [], partialSeason: true});

// Packs that name their ends, and seasons that a word, a folder or a tongue tells.
test(show, 'Quiet.Harbour.S01E01-S04E10.1080p', {season: 1, multiSeason: true, fullSeason: true, episodes: []});
test(show, 'Quiet Harbour S01-S04E10', {title: 'Quiet Harbour', season: 1, multiSeason: true});
test(show, 'Quiet Harbour Series 6 [720p] E11', {title: 'Quiet Harbour', season: 6, episodes: [11]});
test(show, 'Quiet Harbour - Season 5 - 08.mkv', {title: 'Quiet Harbour', season: 5, episodes: [8]});
test(show, 'Quiet Harbour Season 5 112.avi', {episodes: [], absoluteEpisodes: [112]});
test(show, 'Quiet Harbour (S4-22) 1080p', {season: 4, episodes: [22], multiSeason: false});
test(show, 'Quiet Harbour (S1-4) 1080p', {season: 1, episodes: [], multiSeason: true});
test(show, 'Тихая гавань [2 сезон] [11 из 12]', {season: 2, episodes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], fullSeason: false});
test(show, 'Porto Quieto [Cap.204 al 206]', {season: 2, episodes: [4, 5, 6]});
test(show, 'Тихая гавань С02Е11', {season: 2, episodes: [11]});
test(show, 'Phare 2ème saison épisode 5', {title: 'Phare', season: 2, episodes: [5]});
test(show, 'Quiet Harbour Season 1 DVD2', {season: 1, partialSeason: true, seasonPart: 2, fullSeason: false});
test(show, '/media/Quiet Harbour/3. Staffel/Folge 4.mkv', {title: 'Quiet Harbour', season: 3, episodes: [4]});
test(show, '/media/Quiet Harbour/Quiet Harbour Season 3/Quiet Harbour - E04.mkv', {season: 3, episodes: [4]});
test(show, '/media/Quiet Harbour/Season 03/304 - The Storm.mkv', {season: 3, episodes: [4]});
test(refused, 'Harbour Series 3 04.05.2018 720p');
