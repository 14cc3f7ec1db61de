import test from 'ava';
import {splitSeason} from '#shared/domain/matching/season-of-title.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';

/** A name, its season and its episodes, whether the name counts them within the season or from the start of the show. */
type Row = readonly [name: string, season: number | null, numbers: number[]];

/** The season may also stay at the end of the title, where matching finds it. */
function isSeason({season, title}: ParsedTitle, wanted: number | null): boolean {
	return (season ?? splitSeason(title)?.season ?? null) === wanted;
}

const episodes = test.macro({
	exec: (t, rows: readonly Row[]) => {
		for (const [name, season, numbers] of rows) {
			const parsed = parseTitle(name, {mode: 'tv', isPath: name.startsWith('/tv/')});
			if (!parsed) {
				t.fail(`${name} is refused`);
				continue;
			}
			t.false(parsed.fullSeason || parsed.multiSeason || parsed.partialSeason, name);
			t.deepEqual(parsed.episodes.length > 0 ? parsed.episodes : parsed.absoluteEpisodes, numbers, name);
			t.true(isSeason(parsed, season), `${name}: season ${parsed.season} of ${parsed.title}`);
		}
	},
	title: (subject = '') => `one episode: ${subject}`,
});

test('although a number or a season stands in its name', episodes, [
	['Saltmarsh - S02E05 - 10x10 [1080p]', 2, [5]],
	['Saltmarsh - 2x05 - 4x4 720p HDTV', 2, [5]],
	['Saltmarsh S00E05 - S02E06 Preview 1080p', 0, [5]],
	["[LANT] Kiiroi Todai - 05 - Season's Greetings [1080p]", null, [5]],
	['[LANT] Kiiroi Todai - 05 - Season Premiere [1080p]', null, [5]],
	['[LANT] Kiiroi Todai - 05 - 1984 [1080p]', null, [5]],
	['[LANT] Kiiroi Todai - 05 - 50-50 [1080p]', null, [5]],
	['[LANT] Kiiroi Todai - 05 - 13 - 7 [1080p]', null, [5]],
	['[LANT] Kiiroi Todai - 105 - 100 [1080p]', null, [105]],
	['[LANT] Kiiroi Todai S2 - 05 - 10x10 [1080p]', 2, [5]],
	['Kiiroi Todai - 05 - 12 of 12.mkv', null, [5]],
	['Kiiroi Todai Episode 5 - 12 Gulls 720p', null, [5]],
	['Kiiroi Todai Episode 5 - Part 2 of 3 720p', null, [5]],
	['Kiiroi Todai Season 2 Episode 5 - 12 of 12 720p', 2, [5]],
	['Kiiroi Todai 2 сезон 5 серия 12 стульев 720p', 2, [5]],
	['Kiiroi Todai 2.Sezon 5.Bolum 12 Marti 720p', 2, [5]],
	['Kiiroi_Todai_2_сезон_5_серия_-_12_стульев_720p', 2, [5]],
	['Kiiroi_Todai_2._Staffel_05_(720p_AAC)', 2, [5]],
	['/tv/Kiiroi Todai/Season 2/05 - Catch-22.mkv', 2, [5]],
	['/tv/Kiiroi Todai/Season 2/05 Room 1408.mkv', 2, [5]],
	['/tv/Kiiroi Todai/Season 2/205 - Area 51.mkv', 2, [5]],
	['/tv/Kiiroi Todai/Season 2/05 - 10x10.mkv', 2, [5]],
	['/tv/Kiiroi Todai S02 1080p/05 Catch-22.mkv', 2, [5]],
	['/tv/12 Gulls/Season 2/12 Gulls - 05.mkv', 2, [5]],
	['/tv/Twelve Gulls/Season 2/12 Gulls - 05.mkv', 2, [5]],
	['/tv/9-1-1/Season 2/9-1-1 - 05 - The Pier.mkv', 2, [5]],
]);

test('of a show whose name holds a number, by its folder', episodes, [
	['/tv/24/Season 2/24_05_Name.mkv', 2, [5]],
	['/tv/24/Season 2/24.205.Name.mkv', 2, [5]],
	['/tv/24 S02 1080p/24 - 05.mkv', 2, [5]],
	['/tv/[Grp] 24 S2 [1080p]/24 - 05 - Name.mkv', 2, [5]],
	['/tv/[Grp] 9-1-1 S2 [1080p]/9-1-1 Season 2 Episode 5.mkv', 2, [5]],
	['/tv/11.22.63/Season 2/11.22.63 - S02E05 - Name.mkv', 2, [5]],
	['/tv/Room 104/Season 2/Room_104_05_Name.mkv', 2, [5]],
	["/tv/Gull's 7/Season 2/Gull's 7 Episode 5.mkv", 2, [5]],
	['/tv/Saltmarsh.S02.1080p.WEB-DL-TERN/2.05 Name.mkv', 2, [5]],
	['/tv/Saltmarsh.S02.1080p.WEB-DL-TERN/Saltmarsh_05_Name.mkv', 2, [5]],
]);

test('lists with spaces around their dash stay lists', t => {
	for (const [name, first, last] of [
		['[LANT] Kiiroi Todai - 01 - 12 [1080p]', 1, 12],
		['[LANT] Kiiroi Todai - 13 - 24 [1080p]', 13, 24],
		['[LANT] Kiiroi Todai - 97 - 102 [1080p]', 97, 102],
		['Kiiroi Todai Episode 5 - 12 [720p]', 5, 12],
		['Saltmarsh S02 1 to 12', 1, 12],
		['Saltmarsh S02 Complete 01-12 1080p', 1, 12],
	] as const) {
		const numbers = Array.from({length: last - first + 1}, (_, index) => first + index);
		t.deepEqual(parseTitle(name, {mode: 'tv'})?.absoluteEpisodes, numbers, name);
	}
	for (const [name, last] of [
		['Saltmarsh 1x01 - 3x13 720p', 3],
		['Saltmarsh S01E05-S03E04 720p', 3],
	] as const) {
		t.like(parseTitle(name, {mode: 'tv'}), {season: 1, lastSeason: last, multiSeason: true}, name);
	}
	t.like(parseTitle('Kiiroi Todai 2 Сезон 5 Серия 12 720p', {mode: 'tv'}), {title: 'Kiiroi Todai 2', season: 5, episodes: [12]});
});

test('behind a dash, with something between', episodes, [
	['[Tern] Aoi Misaki S3 (2021) - 07 (1080p)', 3, [7]],
	['[Tern].Aoi.Misaki.S3.-.07.[720p]', 3, [7]],
	['Aoi Misaki S3 [1080p] - 07.mkv', 3, [7]],
	['[Tern] Aoi Misaki S3 — 07 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki - S03 - Umi no Sho - 07 [1080p]', 3, [7]],
	['Aoi Misaki S03 - The Cape - 07.mkv', 3, [7]],
	['[Tern] Aoi Misaki 3rd Season 第三季 - 07 [1080p]', 3, [7]],
	['Northern Quay - Series 2 - 03 - The Crane', 2, [3]],
]);

test('without a dash', episodes, [
	['Aoi Misaki S3 07 [1080p]', 3, [7]],
	['Aoi Misaki S03 07 [1080p].mkv', 3, [7]],
	['[Tern] Aoi Misaki 3rd Season 17 (1080p)', 3, [17]],
	['[Tern] Aoi Misaki - Third Season 17 [1080p]', 3, [17]],
	['Aoi Misaki S3 #7 [1080p]', 3, [7]],
	['Aoi Misaki S3 No.7 [1080p]', 3, [7]],
	['Aoi Misaki S3 (07) (1080p)', 3, [7]],
	['Aoi Misaki S3 1080p 07.mkv', 3, [7]],
	['Aoi Misaki S3 The Cape 7.mkv', 3, [7]],
	['Aoi Misaki S3 7 The Cape.mkv', 3, [7]],
	['Aoi.Misaki.S03.1080p.WEB-DL-TERN.07.mkv', 3, [7]],
	['Aoi Misaki S3 Chapter 7 [1080p]', 3, [7]],
	['Aoi Misaki S3 (2021) 7 1080p', 3, [7]],
	['Aoi Misaki S3 [BD] -07 (1080p)', 3, [7]],
	['Aoi Misaki S3 {07} 1080p', 3, [7]],
	['Aoi Misaki S3 (TV) 「07」 VOSTFR', 3, [7]],
	['Aoi Misaki S3 - The Cape 07 END (1080p)', 3, [7]],
	['Aoi Misaki S3 Part 2 第07话 VOSTFR', 3, [7]],
	['Aoi Misaki S3 Lesson.07.mkv', 3, [7]],
	['Aoi Misaki Season 3-07 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki S03-07 1080p', 3, [7]],
]);

test('behind signs other than a dash, a year, or a word in any language', episodes, [
	['[Tern] Aoi Misaki S3 | 07 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki S3 ~ 07 (1080p)', 3, [7]],
	['Aoi Misaki Season 3 • 07 1080p WEB-DL', 3, [7]],
	['[Tern] Aoi Misaki (S3) ・07 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki S3 「07」 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki S3 -07- [1080p]', 3, [7]],
	['[Tern] Aoi Misaki S3 (2021) 07 [1080p]', 3, [7]],
	['Aoi Misaki Season 3 (2021) 07 VOSTFR 1080p', 3, [7]],
	['[Tern] Aoi Misaki (S3) 07v2 VOSTFR 1080p', 3, [7]],
	['Aoi Misaki Stagione 3 Puntata 7 1080p', 3, [7]],
	['Aoi Misaki S3 7. díl 1080p', 3, [7]],
	['Aoi Misaki 第三季 07話 [1080p]', 3, [7]],
	['Aoi Misaki 第三季 Bölüm 7 [1080p]', 3, [7]],
	['Мыс 3 сезон 7 серий из 12 1080p', 3, [1, 2, 3, 4, 5, 6, 7]],
]);

test('before its season', episodes, [
	['07 - Aoi Misaki S3 [1080p].mkv', 3, [7]],
	['[07] Aoi Misaki Season 3.mkv', 3, [7]],
	['E07 Aoi Misaki Season 3.mkv', 3, [7]],
	['Aoi Misaki - 07 (S3) [1080p]', 3, [7]],
	['Aoi Misaki [07] S3 [1080p]', 3, [7]],
	['Aoi Misaki 07 S3 [1080p]', 3, [7]],
	['Aoi Misaki Ep 7 Season 3 [1080p]', 3, [7]],
	['Episode 7 La Pointe Bleue (saison 3) VOSTFR', 3, [7]],
]);

test('of a season in another language', episodes, [
	['[Tern] Aoi Misaki Saison 3 - 07 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki Staffel 3 - 07 (720p)', 3, [7]],
	['[Tern] Aoi Misaki Dritte Staffel 07 (720p)', 3, [7]],
	['[Tern] Aoi Misaki Temporada 3 07 [1080p]', 3, [7]],
	['El Cabo Azul T3 - 07 [HDTV]', 3, [7]],
	['[Tern] Aoi Misaki Stagione 3 - 07 [1080p]', 3, [7]],
	['Синий мыс 3 сезон 07 [1080p]', 3, [7]],
	['[Tern] Aoi Misaki 第三季 - 07 [1080P][WEB-DL][CHT].mp4', 3, [7]],
	['[Tern] 蓝岬 第三季 / Aoi Misaki - 07 (1920x1080 HEVC AAC MKV)', 3, [7]],
	['[燕鸥][蓝岬 第三季][Aoi Misaki][07][1080p]', 3, [7]],
	['【燕鸥字幕组】【蓝岬 第十二季 Aoi Misaki】【07】【1080P】', 12, [7]],
	['【蓝岬】【第三季】【07】【1080P】', 3, [7]],
	['蓝岬 第三季 - 07 [1080p]', 3, [7]],
	['[燕鸥] 蓝岬 [Season 3] / Aoi Misaki - 07 [WebRip 1080p]', 3, [7]],
	['푸른곶 시즌3 7화 1080p', 3, [7]],
	['[Tern] 青い岬 第3期 #07 (MX 1280x720).mp4', 3, [7]],
]);

test('of a total', episodes, [
	['Northern Quay Season 3, 7 of 12', 3, [7]],
	['Northern Quay - Season 3, 07 of 10 [720p]', 3, [7]],
	['Northern Quay S03 - 7 of 18 [720p]', 3, [7]],
	['Der Nordkai Staffel 3, 7 von 12', 3, [7]],
	['Le Quai Nord Saison 3 - 7 sur 12', 3, [7]],
	['El Muelle Temporada 3, 7 de 12', 3, [7]],
	['Northern Quay S3 [07/12] [1080p]', 3, [7]],
	['Northern Quay - S03E07 - 2 of 5 - The Crane.mkv', 3, [7]],
	['Northern Quay - S03E01 - 2 of 5 - The Crane.mkv', 3, [1]],
	['Severnyj.prichal.S03.(07.iz.16).2024.mkv', 3, [7]],
	['Severnyj.prichal.(07.seriya.iz.16).2024.WEB-DL.mkv', 1, [7]],
]);

test('in other spellings', episodes, [
	['Kestrel.S03P02E07.1080p.WEB.h264-TERN', 3, [7]],
	['Kestrel.S03.Part.2.E07.1080p.WEB.h264-TERN', 3, [7]],
	['Kestrel.03e07.720p.HDTV-TERN', 3, [7]],
	['Pustelga.3s07.WEB-DLRip.avi', 3, [7]],
	['O.Falcao.T3.EP07.1080p.WEB-DL', 3, [7]],
	['Northern Quay Series 3 Part 7 The Crane 1080p HDTV', 3, [7]],
	['Kestrel.3rd.Season.S03E07.1080p.WEB.h264-TERN', 3, [7]],
	['Kestrel.2.0.S03E07.1080p.WEB.h264-TERN', 3, [7]],
	['[tvT] 황조롱이.E07.251103.1080p-TERN', 1, [7]],
	['[04/38] - "Kestrel.S03E07.1080p.WEB.h264-TERN.vol03+04.par2" yEnc (1/9)', 3, [7]],
	['[FULL]-[ Kestrel.S03E07.1080p.WEB.h264-TERN ]-[1/9] - "k.nfo" yEnc', 3, [7]],
	['Kestrel.S03E07.1080p.WEB.h264-TERN [1/9] - "k.nfo" yEnc', 3, [7]],
	['[PRiVATE]-[Kestrel.S03E07.1080p.WEB.h264-TERN]-[1/9]', 3, [7]],
	['Tori no Umi - 031 - S03E07 - The Nest [720p]', 3, [7]],
	['165.Tori no Umi.S03E007.720p.mkv', 3, [7]],
]);

test('although its name begins with a number', episodes, [
	['Kestrel - S03E07-24! 12! Dive! (1)', 3, [7]],
	['Kestrel S03E07-19 Feathers, One Nest [720p]', 3, [7]],
	['/tv/Kestrel (2021)/Season 3/7 - 12 Angry Terns.avi', 3, [7]],
	['/tv/Kestrel (2021)/Season 3/17 - 12 Nests on the Wall.avi', 3, [17]],
	['/tv/Kestrel (2021)/Season 3/Kestrel - Episode 7 - 3 Nests.mkv', 3, [7]],
]);

test('by its folder', episodes, [
	['/tv/Kestrel.S03E07.1080p.WEB-DL-TERN/Kestrel - 3 of 5.mkv', 3, [7]],
	['/tv/Kestrel.S03E07E08.1080p.WEB-DL-TERN/08.mkv', 3, [8]],
	['/tv/[Tern] Aoi Misaki S3 [1080p]/[Tern] Aoi Misaki - 07 [1080p].mkv', 3, [7]],
	['/tv/[Tern] Aoi Misaki S3 - 01-12 [1080p]/Aoi Misaki 07.mkv', 3, [7]],
	['/tv/蓝岬/第三季/07.mkv', 3, [7]],
	['/tv/푸른곶/시즌 3/7화.mkv', 3, [7]],
	['/tv/El Cabo/T3/E07.mkv', 3, [7]],
	['/tv/La Pointe/3ème saison/07.mkv', 3, [7]],
]);

test('several of a season', episodes, [
	['Le.Quai.Nord.S03E21.22.FASTSUB.VOSTFR.HDTV.XviD-TERN', 3, [21, 22]],
	['Kestrel.S03E01.02.03.720p', 3, [1, 2, 3]],
	['Kestrel - S03E02and03 - The Nest [1080p]', 3, [2, 3]],
	['Kestrel - S03E02to04 - The Nest [1080p]', 3, [2, 3, 4]],
	['Kestrel S03EP(01-04) [1080p HQ HDRip - x264]', 3, [1, 2, 3, 4]],
	['Kestrel S03 EP (01-04) 1080p WEB-DL', 3, [1, 2, 3, 4]],
	['Kestrel S03E11-12of12', 3, [11, 12]],
	['蓝岬 第三季 更新至04集 1080p', 3, [1, 2, 3, 4]],
]);

test('counted from the start of the show', episodes, [
	['[Tern] Tori no Umi - 105-106 [720p]', null, [105, 106]],
	['Tori no Umi - 316-317 [AVC][A1B2C3D4].mkv', null, [316, 317]],
	['[Tern]_Tori_no_Umi_212_Nest_Builder_[720p].mkv', null, [212]],
	['[Tern] Tori no Umi 14 The Long Flight Part 2 pt-BR.mp4', null, [14]],
	['[Tern] Tori no Umi - 01+07 [720p]', null, [1, 7]],
	['[Tern] Tori no Umi - 105,107 [720p]', null, [105, 107]],
	['[Tern] Tori no Umi - 01v2-03v3 (1280x720 h264 AAC)', null, [1, 2, 3]],
	['Tori no Umi - 045 - Ep 1 of Winter [720p]', null, [45]],
	['[Tern][鸟之海][2025][WEB-DL][1080][TV Series][第06话]', null, [6]],
	['[Tern][鸟之海][Tori no Umi][2025][WEB-DL][2160][TV 09]', null, [9]],
	['[Tori no Umi][02][BDRIP][1080P][H264_FLAC].mkv', null, [2]],
	['[TERN][Tori no Umi] 02 [BIG][X264_AAC][720P].mp4', null, [2]],
	['【燕鸥】★04月新番[鸟之海 / Tori no Umi][02(57)][简体][1080P]', null, [2]],
	['[Tern][Batch] Tori no Umi 1-04 Dual-Audio 1080p FLAC', null, [1, 2, 3, 4]],
	['Tori no Umi 2 [88F4A7F0].mkv', null, [2]],
	['[T and N] Tori no Umi (9).mkv', null, [9]],
	['Tori+no+Umi+Episode+3.mp4', null, [3]],
	['Tori 009 (1968) [TERN] episode 06 [30C15A62].mkv', null, [6]],
	['鸟之海 全4集 国语中字 1080p', null, [1, 2, 3, 4]],
]);

test('a season stays a season when no number can be an episode', t => {
	for (const name of [
		'Kestrel.S03.1080p.BluRay.DD.5.1.x264-TERN',
		'Kestrel S03 1080p WEB H 265 DDP 5 1-TERN',
		'Kestrel S03 2019 1080p WEB-DL',
		'Kestrel Season 3 (2019) [1080p] [5.1]',
		'Kestrel Season 3 Complete 720p 8 Episodes',
		'Kestrel Season 3 (12 episodes) 1080p',
		'Kestrel 3rd Season [12 eps] 1080p',
		'Kestrel S3 10 Episodes 1080p',
		'Kestrel / Сокол 3 сезон 12 серий 1080p',
		'Kestrel S03 12集全 1080p',
		'Kestrel.S03.DVDRip.AC3.192-TERN',
		'Kestrel S03 | 1080p',
		'Kestrel S03 4 DVDs',
		'Kestrel S03 + Movie 1 [1080p]',
		'Kestrel S03 MULTi 3 Audio',
		'[E07] Aoi Misaki Season 3 (480p DVDRip)',
		'[Tern] Aoi Misaki 00 S03 [BD Remux 1080p AVC]',
		'Area 51 S03 1080p',
		'The 100 S03 1080p',
		'24 S03 1080p',
		'蓝岬 第三季 全12集 1080p',
	]) {
		t.like(parseTitle(name, {mode: 'tv'}), {season: 3, fullSeason: true, episodes: [], absoluteEpisodes: []}, name);
	}
});

test('a further mark behind an episode leads to no other one', t => {
	for (const [name, numbers] of [
		['Kestrel S03E05-06 E07 1080p', [5, 6, 7]],
		['Kestrel S03E05-06 E09 1080p', [5, 6]],
		['Kestrel 3x05-06 e09 720p', [5, 6]],
		['Kestrel Season 3 Episode 5 The 2x4 1080p', [5]],
		['Kestrel Staffel 3 Folge 5 2x04 1080p', [5]],
	] as const) {
		t.like(parseTitle(name, {mode: 'tv'}), {season: 3, episodes: [...numbers], fullSeason: false, multiSeason: false}, name);
	}
	t.like(parseTitle('Kestrel S01E01 - S04 E10', {mode: 'tv'}), {season: 1, lastSeason: 4, multiSeason: true});
});

test('an episode with its mark comes before numbers in the title', t => {
	for (const name of [
		'[Tern] 海鸟8号 / Umidori No. 8 第05话 [1080p]',
		'[Tern] Umidori 100 第05話 [1080p]',
		'[Tern] Umidori Part 6 第05話 [1080p]',
	]) {
		t.like(parseTitle(name, {mode: 'tv'}), {season: null, episodes: [], absoluteEpisodes: [5]}, name);
	}
	t.like(parseTitle('[Tern] Umidori SP 第02話', {mode: 'tv'}), {special: true, absoluteEpisodes: []});
});

test('a Russian posting holds all episodes up to its number, of the broadcast it names', t => {
	for (const [name, season, last] of [
		['Мыс (ТВ-3) / Misaki: Umi no Sho [TV-3] [1-11 из 11] [2023, BDRip]', 3, 11],
		['Мыс / Misaki [TV-2] [12 из 12] [2023]', 2, 12],
		['Мыс / Misaki [TV-2+OVA] [12+1 из 12+1]', 2, 12],
		['Мыс [ТВ-4] / Misaki: The Final Season [TV] [16 из 16] [2020]', 4, 16],
		['Мыс / Misaki [TV] [220 из >220] [2002]', null, 220],
	] as const) {
		const parsed = parseTitle(name, {mode: 'tv'});
		t.like(parsed, {season, episodes: [], fullSeason: false}, name);
		t.deepEqual([parsed?.absoluteEpisodes[0], parsed?.absoluteEpisodes.length], [1, last], name);
	}
	t.like(parseTitle('Мыс / Misaki [TV-2] [05 из 12]', {mode: 'tv'}), {season: 2, episodes: [5]});
	t.like(parseTitle('Мыс / Misaki [OVA] [1-2 из 2]', {mode: 'tv'}), {title: 'Misaki', special: true});
});

test('several seasons with the number of all their episodes are no episodes of the last one', t => {
	const parsed = parseTitle('Мыс (1-4 сезоны: 1-40 серии из 40) / The Cape (2010-2014) WEB-DL', {mode: 'tv'});
	t.like(parsed, {multiSeason: true, season: 1, lastSeason: 4, episodes: [], absoluteEpisodes: []});
	t.like(parseTitle('[Tern] Aoi Misaki [S3] Vol.5 [1080p]', {mode: 'tv'}), {season: 3, fullSeason: false, partialSeason: true});
});

test('numbered specials of a season are neither its episodes nor all of it', t => {
	for (const [name, number] of [
		['Aoi Misaki S3 OVA - 02.mkv', 2],
		['[Tern] Aoi Misaki S3 Specials - 05 [1080p]', 5],
		['Aoi Misaki 3rd Season Specials E06 1080p WEB-TERN', 6],
		['[Tern] Aoi Misaki S3 SP02 [1080p]', 2],
	] as const) {
		const parsed = parseTitle(name, {mode: 'tv'});
		t.like(parsed, {special: true, fullSeason: false, episodes: [], absoluteEpisodes: [number]}, name);
	}
});
