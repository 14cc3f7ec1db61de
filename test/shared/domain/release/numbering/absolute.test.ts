import test from 'ava';
import {readAbsolute, readNumberBeforeWord} from '#shared/domain/release/numbering/absolute.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const count = test.macro({
	exec: (t, name: string, episodes: number[]) => t.deepEqual(readAbsolute(prepareName(name))?.absoluteEpisodes ?? [], episodes),
	title: (_, name: string, episodes: number[]) => `${name} counts ${episodes.length === 0 ? 'nothing' : episodes}`,
});

test(count, '[Tern] Sora no Uta - 07 [720p]', [7]);
test(count, '[Tern]_Sora_no_Uta_-_07v2_[720p]', [7]);
test(count, '[Tern] Sora no Uta - 13 END [720p]', [13]);
test(count, '[Tern] Sora no Uta - 012-014 [720p]', [12, 13, 14]);
test(count, '[Tern] Sora no Uta - 01 ~ 03 [720p]', [1, 2, 3]);
test(count, '[Tern] Sora no Uta 01 - 03 [Batch]', [1, 2, 3]);
test(count, '[Tern] Sora no Uta (01-03) [720p]', [1, 2, 3]);
test(count, '[Tern] Sora no Uta (1-10) [720p]', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
test(count, '[Tern] Sora no Uta [01_of_12]', [1]);
test(count, '[Tern] Sora no Uta - 100 Years - 01 (1080p)', [1]);
test(count, '[Tern] Sora 00 - 12 [720p]', [12]);
test(count, 'Sora no Uta - 050 - Name', [50]);
test(count, 'Sora no Uta S21 999', [999]);
test(count, 'Sora no Uta Episode 56 [720p]', [56]);
test(count, 'Sora no Uta Ep08', [8]);
test(count, 'Sora no Uta Episodes 1-3', [1, 2, 3]);
test(count, 'Sora no Uta (2010) {01} Name', [1]);
test(count, 'Sora no Uta 2018', []);

test('decimal numbers are specials between two episodes', t => {
	t.like(readAbsolute(prepareName('[Tern] Sora no Uta - 7.5 [720p]')), {specialAbsoluteEpisodes: [7.5], special: true});
	t.like(readAbsolute(prepareName('[Tern] Sora no Uta - 26.5.1 (720p)')), {specialAbsoluteEpisodes: [26.5]});
});

test('Turkish and Russian names have the number before the word', t => {
	t.like(readNumberBeforeWord(prepareName('Liman 69. Bölüm')), {absoluteEpisodes: [69]});
	t.like(readNumberBeforeWord(prepareName('Гавань 12 серия')), {absoluteEpisodes: [12]});
	t.is(readNumberBeforeWord(prepareName('Liman 69')), null);
});
