import test from 'ava';
import {countedEpisodes, latinPart, readBracketed, readCounted} from '#shared/domain/release/bracketed-name.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const bracketed = test.macro({
	exec: (t, name: string, title: string, episodes: number[]) => {
		const mark = readBracketed(prepareName(name));
		t.is(mark?.title, title);
		t.deepEqual(mark?.absoluteEpisodes, episodes);
	},
	title: (_, name: string) => `the brackets of ${name}`,
});

test(bracketed, '[Tern][天空之歌][Sora no Uta][2019][02][1080p]', 'Sora no Uta', [2]);
test(bracketed, '[Tern][国漫][天空之歌][Sora no Uta][2019][215][AVC]', 'Sora no Uta', [215]);
test(bracketed, '[Tern][10月新番][天空之歌][18][720P]', '天空之歌', [18]);
test(bracketed, '[Tern字幕组][天空之歌_Sora no Uta][13完][720P]', 'Sora no Uta', [13]);
test(bracketed, '[Tern][天空之歌][SORA][01-03完][720P]', 'SORA', [1, 2, 3]);
test(bracketed, '[Tern][SORA 天空之歌][第1008话][1080p]', 'SORA', [1008]);
test(bracketed, '[Tern][Sora no Uta][01][x264 1080p]', 'Sora no Uta', [1]);

test('decimal numbers are specials here too', t => {
	t.like(readBracketed(prepareName('[Tern][天空之歌][Sora][28.5][1080p]')), {specialAbsoluteEpisodes: [28.5], special: true});
});

test('names of another make are left to other readers', t => {
	t.is(readBracketed(prepareName('[Tern] Sora - 05 [720p]')), null);
	t.is(readBracketed(prepareName('[Tern]天空之歌[第01-15集].Sora.S01.1080p')), null);
});

test('the Latin part of a title is its name here', t => {
	t.is(latinPart('天空之歌 / Sora no Uta'), 'Sora no Uta');
	t.is(latinPart('天空之歌·Sora'), 'Sora');
	t.is(latinPart('Sora 天空之歌'), 'Sora');
	t.is(latinPart('天空之歌'), '天空之歌');
});

test('words for episodes count them', t => {
	t.deepEqual(countedEpisodes('天空之歌[第01-03集]'), [1, 2, 3]);
	t.deepEqual(countedEpisodes('天空之歌 第05话'), [5]);
	t.is(countedEpisodes('天空之歌[全24集]'), null);
	t.like(readCounted(prepareName('항구 제05회')), {absoluteEpisodes: [5]});
});

const titles = test.macro({
	exec: (t, name: string, expected: string[], mark: Partial<ParsedTitle> = {titles: expected}) => {
		const parsed = parseTitle(name, {mode: 'tv'});
		t.deepEqual(parsed?.titles, expected);
		t.like(parsed, mark);
	},
	title: (_, name: string) => `the titles of ${name}`,
});

test(titles, '[Tern] 天空之歌 / ソラの歌 / Sora no Uta - 08 [WebRip 1080p][简繁内封字幕]', ['Sora no Uta', '天空之歌', 'ソラの歌']);
test(titles, '[Tern][ソラの歌/Sora_no_Uta/天空之歌][46][简繁外挂]', ['Sora no Uta', 'ソラの歌', '天空之歌'], {absoluteEpisodes: [46]});
test(titles, '[Tern][ソラの歌/Sora no Uta][S2E06][720p]', ['Sora no Uta', 'ソラの歌'], {season: 2, episodes: [6]});
// Which season the count belongs to must be known from each of the titles.
test(titles, '[Tern] 天空之歌 第二季 / Sora no Uta S2 - 05 [1080p]', ['Sora no Uta S2', '天空之歌 第二季']);
test(titles, '[Tern][天空之歌 第5季][Sora no Uta V][2022][05][HEVC][4K]', ['Sora no Uta V', '天空之歌'], {season: 5});
// Episode 3 of a part of the show is no episode 3 of the show.
test(titles, '[Tern] 天空之歌 / Sora no Uta - Minato-hen - 03 [1080p]', ['Sora no Uta - Minato-hen']);
test(titles, '[Tern] 天空之歌 港湾篇 / Sora no Uta - Minato-hen - 03 [1080p]', ['Sora no Uta - Minato-hen', '天空之歌 港湾篇']);
test(titles, '[Tern][国漫][天空之歌][Sora no Uta][2023][76][AVC][GB]', ['Sora no Uta', '天空之歌']);
test(titles, '[Tern][天空之歌2/Sora no Uta 2][01-11TV全集+特典映像][1080P]', ['Sora no Uta 2', '天空之歌2'], {
	absoluteEpisodes: Array.from({length: 11}, (_, index) => index + 1),
});

const read = test.macro({
	exec: (t, name: string, expected: Partial<ParsedTitle>) => void t.like(parseTitle(name, {mode: 'tv'}), expected),
	title: (_, name: string) => `what ${name} says`,
});

test(read, '[天空之歌][第161集][国语中字][2160P]', {title: '天空之歌', absoluteEpisodes: [161], group: null});
test(read, '[Tern][Sora no Uta][1469]港口的早晨[2025.03.02][BIG5][1080P]', {title: 'Sora no Uta', absoluteEpisodes: [1469], airDate: null});
test(read, '[Tern][Sora no Uta][24]Port in the Morning[1080P]', {title: 'Sora no Uta', absoluteEpisodes: [24]});
test(read, '【燕鸥字幕社】★4月新番 天空之歌 04 GB 720P MP4', {title: '天空之歌', absoluteEpisodes: [4], group: '燕鸥字幕社'});

test('the day on which a posting was put together is no broadcast', t => {
	t.is(parseTitle('[整理搬运] 天空之歌 (Sora)：TV动画+OVA+漫画；日语音轨 (整理时间：2023.05.13)', {mode: 'tv'}), null);
});

test('the titles of a film in brackets are all known, without the word for a film', t => {
	const titlesOf = (name: string) => parseTitle(name, {mode: 'movie'})?.titles;
	t.deepEqual(titlesOf('【Tern】★剧场版★[天空之歌 / ソラの歌 / Sora no Uta][BDRip][1080p][简日双语]'), [
		'Sora no Uta',
		'天空之歌',
		'ソラの歌',
	]);
	t.deepEqual(titlesOf('[Tern] 天空之歌 / Sora no Uta (Movie)[WebRip 1080p HEVC]'), ['Sora no Uta', '天空之歌']);
	t.deepEqual(titlesOf('[Tern] 天空之歌 / Sora no Uta [剧场版][BDRip][1080p]'), ['Sora no Uta', '天空之歌']);
	t.deepEqual(titlesOf('[Tern][天空之歌 港湾篇/Sora no Uta][完全版][1080P][MKV](Sora)'), ['Sora no Uta', '天空之歌 港湾篇']);
});
