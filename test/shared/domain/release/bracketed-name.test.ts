import test from 'ava';
import {countedEpisodes, latinPart, readBracketed, readCounted} from '#shared/domain/release/bracketed-name.ts';
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
