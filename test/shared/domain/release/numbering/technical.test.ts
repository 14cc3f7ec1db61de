import test from 'ava';
import {blankTechnical, startsTechnical} from '#shared/domain/release/numbering/technical.ts';

test('numbers of picture, sound, size and checksum are blanked in place', t => {
	for (const word of ['1080p', '1920x1080', 'H.264', 'x265', 'DD5.1', 'AAC2.0', '10bit', '1.5 GB', '[0A1B2C3D]', '4k', 'MPEG2', 'EAC3']) {
		t.is(blankTechnical(`Harbour ${word} x`), `Harbour ${'\u0001'.repeat(word.length)} x`, word);
	}
});

test('numbers of episodes stay', t => {
	for (const name of ['Harbour 103', 'Harbour 2019x112', 'Harbour - 26.5.1 (', 'Harbour 4x05', 'Harbour S01E01']) {
		t.is(blankTechnical(name), name);
	}
	t.true(startsTechnical('1080p BD'));
	t.false(startsTechnical('Harbour 1080p'));
});
