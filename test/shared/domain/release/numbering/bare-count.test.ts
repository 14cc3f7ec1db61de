import test from 'ava';
import {readBareCount} from '#shared/domain/release/numbering/absolute.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const count = test.macro({
	exec: (t, name: string, episodes: number[]) => t.deepEqual(readBareCount(prepareName(name))?.absoluteEpisodes ?? [], episodes),
	title: (_, name: string, episodes: number[]) => `${name} counts ${episodes.length === 0 ? 'nothing' : episodes}`,
});

test(count, '[Tern] Sora no Uta 01-03 [720p]', [1, 2, 3]);
test(count, '[Tern] Sora no Uta 01-03 Complete [720p]', [1, 2, 3]);
test(count, '[Tern] Sora no Uta 01 Name of It [CRC]', [1]);
test(count, '[Tern]Sora.no.Uta.100', [100]);
test(count, 'Sora no Uta 05 VOSTFR', [5]);
test(count, 'Sora.no.Uta.525', []);
test(count, 'Sora.Part.03.720p', []);
test(count, 'Season 02', []);
test(count, 'Sora no Uta 271 VOSTFR 720p', [271]);
test(count, 'Sora.no.Uta.271.720p', []);
test(count, 'Sora no Uta 1.11 - The Song', []);
test(count, 'Sora no Uta 13 (1995) [1080p]', []);

test('without a group in front the number may be a film’s', t => {
	t.is(readBareCount(prepareName('Sora no Uta 13 [1080p]'))?.unsure, true);
	t.is(readBareCount(prepareName('[Tern] Sora no Uta 13 [1080p]'))?.unsure, undefined);
});
