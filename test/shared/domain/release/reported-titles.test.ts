import test from 'ava';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle, TitleMode} from '#shared/domain/release/parsed-title.ts';

type Row = [mode: TitleMode, name: string, parsed: Partial<ParsedTitle> | null];

const latin: readonly Row[] = [
	// A title that ends in a word for what a pack lacks.
	['tv', 'The.Missing.S02E03.1080p.BluRay.x264-KITE', {title: 'The Missing', season: 2, episodes: [3]}],
	['tv', 'Missing.S01E02.720p', {title: 'Missing', season: 1, episodes: [2]}],
	['tv', 'Lamps.Without.E03.1080p', {title: 'Lamps Without', episodes: [3]}],
	['tv', 'Lamp Quay S02 sans E04 1080p', {season: 2, partialSeason: true, episodes: []}],
	['tv', 'Lamp.Quay.S01.1080p.WEB.missing.E02-KITE', {season: 1, partialSeason: true, episodes: []}],
	['tv', 'Lamp Quay S01 (without episode 4) 1080p', {season: 1, partialSeason: true, episodes: []}],
	['tv', 'Lamp Quay S01 1080p [S01E02 missing]', {season: 1, partialSeason: true, episodes: []}],
	['tv', 'Lamp.Quay.S01.E04.Missing.1080p', {season: 1, episodes: [4]}],
	['tv', 'Lamp Quay Season 2 Episode 4 Missing 1080p', {season: 2, episodes: [4]}],
	// Episodes of two seasons in one.
	[
		'tv',
		'Lamp.Quay.S01E12-S02E01.1080p',
		{season: 1, lastSeason: 2, multiSeason: true, episodes: [], fullSeason: false, across: {first: 12, last: 1, isRun: true}},
	],
	['tv', 'Lamp Quay (1997) S01E13 S02E01.mkv', {season: 1, lastSeason: 2, fullSeason: false, across: {first: 13, last: 1, isRun: false}}],
	['tv', 'Lamp.Quay.S01E01-S04E10.1080p', {season: 1, lastSeason: 4, multiSeason: true, fullSeason: true}],
	['tv', 'Lamp.Quay.S01E12+S02E01.1080p', {season: 1, lastSeason: 2, multiSeason: true, episodes: []}],
	['tv', 'Lamp Quay S01E12 & S02E01', {season: 1, lastSeason: 2, multiSeason: true, episodes: []}],
	['tv', 'Lamp.Quay.S01E12S02E01', {season: 1, lastSeason: 2, multiSeason: true, episodes: []}],
	['tv', 'Lamp Quay S01E12 S02E01 1080p', {season: 1, lastSeason: 2, multiSeason: true, episodes: []}],
	['tv', 'Lamp Quay S01E13 (S02E01) 1080p', {season: 1, episodes: [13]}],
	['tv', 'Lamp Quay S02E01 S01E13 1080p', {season: 2, episodes: [1]}],
	['tv', 'Lamp.Quay.Tonight.2024.Nov.03.1080p.WEB-KITE', {title: 'Lamp Quay Tonight', airDate: '2024-11-03', absoluteEpisodes: []}],
	// Openings, endings and other things beside the episodes.
	['tv', 'Lamp.Quay.S01SP02.2023.2160p.WEB-DL.H265.AAC-KITE', {title: 'Lamp Quay', season: 1, special: true, absoluteEpisodes: [2]}],
	['tv', '[Kite] Lamp Quay - NCED 04a - four.mkv', {absoluteEpisodes: [], special: true}],
	['tv', 'Lamp Quay - NCOP 02 - Dawn.mkv', {absoluteEpisodes: [], special: true}],
	// Russian postings number the seasons of a show.
	[
		'tv',
		'Пирс ТВ-2 / Lamp Quay TV-2 [10 из 24] [HDTV 1080p]',
		{title: 'Lamp Quay', season: 2, absoluteEpisodes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]},
	],
	['tv', 'Пирс ТВ-4 / Lamp Quay TV-IV [2 из 13] [BDRip 720p]', {title: 'Lamp Quay', season: 4, absoluteEpisodes: [1, 2]}],
	['tv', 'Пирс / Lamp Quay [TV-2] [1-3 из 12] [WEB-DL 1080p]', {title: 'Lamp Quay', season: 2, absoluteEpisodes: [1, 2, 3]}],
	['tv', 'Пирс / Lamp Quay [TV] [1-3 из 12] [WEB-DL 1080p]', {title: 'Lamp Quay', season: null, absoluteEpisodes: [1, 2, 3]}],
	['movie', 'Lamp.Quay.BD25.Re-Encoded.1080p.Blu-ray.AVC.DTS-HD.MA.7.1-KITE', {title: 'Lamp Quay'}],
	['movie', 'Lamp_Quay_(2010)__3D_HSBS_(DubbingPL).mkv', {title: 'Lamp Quay', year: 2010, languages: ['polish']}],
	['tv', 'Lamp Quay (2018) T2 [WEB-DL HULU 1080p h264 Dual DD5.1 Subs]', {season: 2, fullSeason: true}],
	['movie', 'Lamp.300.Tern.vs.Kite.PPV.2024.04.13.1080p.WEB.h264-KITE', {title: 'Lamp 300 Tern vs Kite', year: 2024}],
	['movie', "[Kite] Lamp's Quay - The Door [Hi10P][46EF7E6B]", {title: "Lamp's Quay - The Door"}],
	['tv', 'From [ WWW.LAMPS.COM ] - Lamp.Quay.S01E08.1080p.WEBRip.x264-KITE', {title: 'Lamp Quay', season: 1, episodes: [8]}],
];

const eastAsian: readonly Row[] = [
	['tv', '盐灯字幕组★哪里有灯塔！？ Doko ni Todai★02★1920x1080★AVC AAC MP4★繁体中文', {title: 'Doko ni Todai', absoluteEpisodes: [2]}],
	[
		'tv',
		'【盐灯字幕组】★04月新番[海灯之歌 / Song_of_Lamps-Saltmarsh_Hen][10(54)][简体][1080P]',
		{title: 'Song of Lamps-Saltmarsh Hen', absoluteEpisodes: [10]},
	],
	['tv', '[NOR] 灯灯勇闖海港 PUNCH！ - 06 [1080P][WEB-DL][CHT].mp4', {titles: ['PUNCH！', '灯灯勇闖海港 PUNCH！'], absoluteEpisodes: [6]}],
	['tv', '灯族S03.The.Lantern.2016.1080p.Blu-ray.x265.AC3', {title: 'The Lantern', season: 3, fullSeason: true}],
	['tv', '灯族S01-S04.The.Lantern.2014-2017.1080p.Blu-ray.x265.AC3', {title: 'The Lantern', season: 1, lastSeason: 4}],
	['tv', '灯族S03.Complete.2016.1080p.Blu-ray', {title: '灯族', season: 3}],
	['tv', '海港奇谭2/ Harbor Folktales 2- 03', {title: 'Harbor Folktales 2', absoluteEpisodes: [3]}],
	['tv', '[NOR]吹响吧！海灯 3 Blow! Lamp S3 [03][简体双语][1080p]', {title: 'Blow! Lamp S3', absoluteEpisodes: [3]}],
	['movie', '灯塔之王 [港版原盘/国粤双语中字].Lamp.King.1998.1080p.Blu-ray', {title: 'Lamp King', year: 1998}],
	['movie', '2020年喜剧《我的灯塔》HD国语中字', {title: '我的灯塔', year: 2020}],
	['movie', '【电影】流浪灯塔2 The Wandering Lamp II 2023 4K HDR 国语中字', {titles: ['The Wandering Lamp II', '流浪灯塔2'], year: 2023}],
	['tv', '[灯藏玄机 8集全][HD-720P-MP4][国语中字][豆瓣7.7分][2013]', {title: '灯藏玄机', absoluteEpisodes: [1, 2, 3, 4, 5, 6, 7, 8]}],
	['tv', '完美灯塔 第四季 (2023) 第131-133集', {title: '完美灯塔', season: 4, absoluteEpisodes: [131, 132, 133]}],
	['tv', '灯行纪前缘篇_动漫_2023_01.mp4', {titleWithoutYear: '灯行纪前缘篇', absoluteEpisodes: [1]}],
	['movie', '阳光灯影www.lamp8.com.海灯大战金灯.HD.1080p.国英双语.mkv', {title: '海灯大战金灯'}],
	['tv', '漫长的灯季.The.Long.Season.2023.E01.WEB-DL.4k.H265.AAC-NOR.mp4', {titleWithoutYear: 'The Long Season', season: 1, episodes: [1]}],
	['tv', 'The.Long.Season.S2023E01.1080p', {title: 'The Long Season', season: 2023, episodes: [1]}],
	['tv', 'Lamp Quay Season 2023 Episode 4 1080p', {title: 'Lamp Quay', season: 2023, episodes: [4]}],
	['tv', '射灯英雄传1983.EP01.mkv', {titleWithoutYear: '射灯英雄传', year: 1983, absoluteEpisodes: [1]}],
	['tv', '[海灯工作室][NORsnow][Todai_no_Reitetsu_S2][07][1080P][BIG5].mp4', {title: 'Todai no Reitetsu S2', absoluteEpisodes: [7]}],
	['tv', '灯啦A梦新番 [New Doramp][803][2024.03.09][AVC][1080P][GB_JP]', {absoluteEpisodes: [803], airDate: null}],
	['tv', '奔灯吧 第七季 20190426 第01期.mp4', {title: '奔灯吧', season: 7, episodes: [1]}],
	['tv', '【灯灯去哪儿】20131011.mp4', {title: '灯灯去哪儿', airDate: '2013-10-11'}],
	['tv', '[更新至3集]庆灯年2', {title: '庆灯年2', absoluteEpisodes: [1, 2, 3]}],
	['movie', '君の灯は。2016.1080p.BluRay.x264.mkv', {title: '君の灯は。', year: 2016}],
	['tv', '名侦探灯南 第1000话 奏鸣曲《月光》事件(前篇).mp4', {title: '名侦探灯南', absoluteEpisodes: [1000]}],
	['tv', '灯飙 更新至第3集', {title: '灯飙', absoluteEpisodes: [1, 2, 3]}],
	['tv', '灯飙 第二季 更至03集 4K', {title: '灯飙', season: 2, fullSeason: false, episodes: [1, 2, 3]}],
	['tv', '恐龙特急灯塔号01：灯塔号出击.DVDRip.mkv', {title: '恐龙特急灯塔号', absoluteEpisodes: [1]}],
	['tv', '天灯，女友/天灯女友 (2026) [WEB-4K] [国语中字] [更至3集]', {title: '天灯，女友', absoluteEpisodes: [1, 2, 3]}],
	['tv', '[NOR] LAMP×FAMILY 間諜燈燈酒 Season 2 - 03 [1080P][CHT]', {title: 'LAMP×FAMILY Season 2', absoluteEpisodes: [3]}],
];

for (const [mode, name, parsed] of [...latin, ...eastAsian]) {
	test(`the name ${name}`, t => {
		const found = parseTitle(name, {mode});
		return parsed === null ? t.is(found, null) : t.like(found, parsed);
	});
}

for (const [name, titles] of [
	['[Kite] Todai no Akari (The Paper Lamps) (Season 01) [1080p][HEVC] (Batch)', ['Todai no Akari', 'The Paper Lamps']],
	['[Kite] Todai no Akari (The Paper Lamps) S02E05 [1080p]', ['Todai no Akari', 'The Paper Lamps']],
	['[Kite] Todai no Akari (The Paper Lamps) S2 - 05 [1080p]', ['Todai no Akari S2', 'The Paper Lamps S2']],
	['[Kite] Todai no Akari (The Final Season) - 05 [1080p]', []],
	['[Kite] Todai no Akari (2024) S02E05 [1080p]', []],
	['Todai no Akari (The Paper Lamps) S02E05 1080p', []],
] as const) {
	test(`the titles in two languages of ${name}`, t => {
		t.deepEqual(parseTitle(name, {mode: 'tv'})?.titles.slice(1), titles);
	});
}

test('a frame size with a Cyrillic letter', t => {
	t.is(parseTitle('[Kite] Lamp Quay - 01-15 (WEBRip 1920х1080 x264 10bit)', {mode: 'tv'})?.quality.resolution, 1080);
});

test('a source that is attached to Chinese words', t => {
	t.is(parseTitle('[66影视www.66lamps.cn]灯塔本色DVD国语中字CD2.rmvb', {mode: 'movie'})?.quality.source, 'dvd');
	t.is(parseTitle('灯塔本色.2019.1080P国语中字.mp4', {mode: 'movie'})?.quality.resolution, 1080);
});
