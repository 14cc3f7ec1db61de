import test from 'ava';
import {readEpisode} from '#shared/domain/release/numbering/episode.ts';
import {withSecondCount} from '#shared/domain/release/numbering/read-show.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

const beside = test.macro({
	exec: (t, name: string, episodes: number[], title: string) => {
		const release = prepareName(name);
		const episode = readEpisode(release);
		t.truthy(episode);
		const mark = withSecondCount(episode!, release); // checked the line before
		t.deepEqual(mark.absoluteEpisodes ?? [], episodes);
		t.is(name.slice(0, mark.start).trim(), title);
	},
	title: (_, name: string) => `the count beside the episode in ${name}`,
});

test(beside, '[Tern] Sora S10E14 214', [214], '[Tern] Sora');
test(beside, '[Tern] Sora 214 10x14', [214], '[Tern] Sora');
test(beside, '[Tern] Sora - 05 - S01E05 - Name', [5], '[Tern] Sora');
test(beside, '[Tern] Sora - S01E01-02 - 001-002 - Name', [1, 2], '[Tern] Sora -');
test(beside, 'Sora - S02E02 - 027 - Name', [27], 'Sora -');
test(beside, 'Sora - S02E02 - 127 - Name', [127], 'Sora -');
test(beside, 'Sora - S01E01-02-03 - 001-002-003 - Name', [1, 2, 3], 'Sora -');
test(beside, '[Tern] Mob 100 S01E01', [], '[Tern] Mob 100');
test(beside, '[Tern] Sora - S01E27 - 24-Hour', [], '[Tern] Sora -');
test(beside, 'Sora - 5x09 - 100 [720p]', [], 'Sora -');

test('a decimal number before the episode is a special', t => {
	const release = prepareName('[Tern] Sora - 07.5 (S00E01)');
	t.like(withSecondCount(readEpisode(release)!, release), {specialAbsoluteEpisodes: [7.5], season: 0, episodes: [1]}); // S00E01 is read
});
