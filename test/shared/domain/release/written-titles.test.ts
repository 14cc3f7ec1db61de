import test from 'ava';
import {guessMode} from '#shared/domain/release/guess-mode.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle, TitleMode} from '#shared/domain/release/parsed-title.ts';

const upTo = (last: number) => Array.from({length: last}, (_, at) => at + 1);

const show = test.macro({
	exec: (t, name: string, wanted: Partial<ParsedTitle>) => t.like(parseTitle(name, {mode: 'tv'}), {fullSeason: false, ...wanted}),
	title: (note, name: string) => `${note ?? ''} ${name}`.trim(),
});
const film = test.macro({
	exec: (t, name: string, wanted: Partial<ParsedTitle>) => t.like(parseTitle(name, {mode: 'movie'}), wanted),
	title: (note, name: string) => `${note ?? ''} ${name}`.trim(),
});
const guess = test.macro({
	exec: (t, name: string, mode: TitleMode) => t.is(guessMode(name), mode),
	title: (_, name: string, mode: TitleMode) => `${name} is taken for ${mode}`,
});

const title = 'Quiet Harbour';
const pack = {title, fullSeason: true, episodes: []};
test('numbers written out:', show, 'Quiet.Harbour.Season.One.Episode.Two.720p.WEB', {title, season: 1, episodes: [2]});
test(show, 'Quiet Harbour Season 1 Episode Four HDTV', {title, season: 1, episodes: [4]});
test(show, 'Quiet Harbour Series Two Episode Six', {title, season: 2, episodes: [6]});
test(show, 'Quiet Harbour Season IV Episode 3', {title, season: 4, episodes: [3]});
test(show, 'Quiet Harbour Season Two Complete', {...pack, season: 2});
test(show, 'Quiet Harbour Season III 1080p', {...pack, season: 3});
test(show, 'Quiet Harbour Seasons One to Three 1080p', {...pack, season: 1, lastSeason: 3, multiSeason: true});
test(show, 'Quiet Harbour Seasons I-III', {...pack, season: 1, lastSeason: 3});
test(show, 'Quiet Harbour Première Saison 1080p', {...pack, season: 1});
test(show, 'Quiet Harbour Zweite Staffel German', {...pack, season: 2});
test(show, 'Quiet Harbour Saison Deux', {...pack, season: 2});
test('a title keeps its words:', show, 'Harbour Seven Season Two Rivers S01E02 720p', {
	title: 'Harbour Seven Season Two Rivers',
	episodes: [2],
});
test(show, 'Series Five Rivers S01 720p WEB', {title: 'Series Five Rivers', season: 1, fullSeason: true});

test('other tongues:', show, 'Quiet Harbour sezonul 2 episodul 4', {title, season: 2, episodes: [4]});
test(show, 'Quiet Harbour sezona 2 epizoda 4', {title, season: 2, episodes: [4]});
test(show, 'الميناء الموسم 2 الحلقة 5 1080p', {title: 'الميناء', season: 2, episodes: [5]});
test(show, 'המעגן עונה 2 פרק 5', {title: 'המעגן', season: 2, episodes: [5]});
test(show, 'ท่าเรือ ตอนที่ 5 1080p', {title: 'ท่าเรือ', absoluteEpisodes: [5]});
test(show, '第01話 空の歌', {title: '空の歌', absoluteEpisodes: [1]});
test(show, '하늘의 노래 12회.E12.200101.720p-NEXT', {title: '하늘의 노래', episodes: [12]});
test(show, 'Гавань (2 сезон) 1-10 серии', {title: 'Гавань', season: 2, episodes: upTo(10)});
test(show, 'Гавань 2 сезон 1,2,3 серии', {title: 'Гавань', season: 2, episodes: [1, 2, 3]});
test(show, 'Гавань. 5-я серия', {title: 'Гавань', absoluteEpisodes: [5]});
test(show, 'Гавань / Harbour [TV] [1-26 из 26] [BDRip]', {title: 'Harbour', absoluteEpisodes: upTo(26)});
test(show, 'Quiet Harbour - 14 Mai 2019', {title, airDate: '2019-05-14'});
test(show, 'Quiet Harbour 14 de agosto de 2019', {title, airDate: '2019-08-14'});
test(show, 'Quiet Harbour 2019年05月14日', {title, airDate: '2019-05-14'});

test('lists:', show, 'Quiet Harbour Season 1 (Episodes 1 - 12)', {title, season: 1, episodes: upTo(12)});
test(show, 'Quiet Harbour S01 EP 01 - 12', {title, season: 1, episodes: upTo(12)});
test(show, 'Quiet Harbour 3ª Temporada [Cap 01-10]', {title, season: 3, episodes: upTo(10)});
test(show, 'Quiet Harbour 1-26 of 26', {title, season: 1, episodes: upTo(26)});
test(show, 'Quiet.Harbour.S02.05.06.07', {title, season: 2, episodes: [5, 6, 7]});
test(show, 'Quiet.Harbour.S02E05/06', {title, season: 2, episodes: [5, 6]});
test('one of several:', show, 'Quiet Harbour Season 2.1of4.The.Weir.HDTV', {title, season: 2, episodes: [1]});
test('parts and extras of a season:', show, 'Quiet Harbour S03P02 720p', {title, partialSeason: true, seasonPart: 2});
test(show, 'Quiet.Harbour.S01Extras.-.Bad.Storm.DVDRip', {title, season: 1, seasonExtra: true, fullSeason: true});
test(show, 'Quiet Harbour T02 1080p', {...pack, season: 2});
test('all there is:', show, 'Quiet Harbour The Complete Series 1080p', {...pack, season: null, multiSeason: true, lastSeason: null});
test(show, 'Quiet Harbour Intégrale FRENCH 1080p', {...pack, season: null, multiSeason: true});
test(show, 'Quiet Harbour Integrale Saison 1 FRENCH', {...pack, season: 1, multiSeason: false});
test('an episode is no group:', show, 'Quiet Harbour 1x01-1x03 HDTV', {title, episodes: [1, 2, 3], group: null});

const sora = 'Sora no Uta';
const special = {title: sora, special: true, absoluteEpisodes: [], episodes: []};
test('what is no episode:', show, '[Tern] Sora no Uta NCOP 02v2 [1080p]', special);
test(show, '[Tern] Sora no Uta Creditless Opening 2 [1080p]', special);
test(show, '[Tern] Sora no Uta - 12 - NCED [1080p]', special);
test(show, '[Tern] Sora no Uta PV1 [1080p]', special);
test(show, '[Tern] Sora no Uta Menu [1080p]', special);
test(show, 'Sora no Uta SP01 720p', special);
test('halves and corrections:', show, '[Tern] Sora no Uta - 05B [1080p]', {title: sora, absoluteEpisodes: [5], splitEpisode: true});
test(show, "[Tern] Sora no Uta - 05' [1080p]", {title: sora, absoluteEpisodes: [5], splitEpisode: false});
test('a part of a season is of the title:', show, '[Tern] Sora no Uta 2nd Season Part 2 - 05 [1080p]', {
	title: 'Sora no Uta 2nd Season Part 2',
	absoluteEpisodes: [5],
	partialSeason: false,
});

test('Chinese postings:', film, '[电影天堂www.site.com]寂静海港BD国英双语中英双字.mkv', {title: '寂静海港', group: null});
test(film, '寂静海港 BD1080p 中英双字', {title: '寂静海港'});
test(film, '【更多电影请访问 www.site.com】寂静海港[中文字幕].2019.1080p', {
	title: '寂静海港',
	titles: ['寂静海港'],
	year: 2019,
	group: null,
});
test('a note beside the year:', film, 'Mutant Harbour (unknown_release_type / 2014)', {title: 'Mutant Harbour', year: 2014});
test('a folder of a DVD is no cinema copy:', film, 'Harbour 2019 VIDEO_TS', {
	title: 'Harbour',
	year: 2019,
	quality: {source: 'dvd', resolution: 480, modifier: 'remux', version: 1, real: 0, repack: false},
});

test(guess, 'Harbour 13 1080p BluRay', 'movie');
test(guess, 'Harbour.24.7.2015', 'movie');
test(guess, '[Tern] Sora no Uta the Movie - 03 [1080p]', 'movie');
test(guess, '[Tern] Sora no Uta Movie 03 [1080p]', 'movie');
test(guess, 'Harbour Part II 1080p BluRay', 'movie');
test(guess, 'Harbour.720p.BrRip.264.TERN.mp4', 'movie');
test(guess, 'Harbour Episode 3 Revenge of the Tide 2005 1080p BluRay', 'movie');
test(guess, 'Fight.179.PPV.HDTV.x264-TERN', 'movie');
test(guess, 'Quiet Harbour 13 720p HDTV', 'tv');
test(guess, 'Quiet Harbour 05 1080p BluRay', 'tv');
test(guess, 'Quiet.Harbour.24.8.2015.1080p', 'tv');
test(guess, 'Quiet Harbour The Complete Series 1080p', 'tv');
