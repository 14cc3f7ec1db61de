import test from 'ava';
import {isJunk} from '#shared/domain/release/parse-title.ts';

test('keys, checksums, counted files and postings are junk', t => {
	const names = [
		'185d86a343e39f3341e35c4dad3f9959',
		'TDAsqTea7k4o6iofVx3MQGuDK116FSjPob',
		'ah63jka93jf0jh26ahjas961',
		's2e2fYzx5xJhuBjHn5ZXE07Ebi',
		'Backup_72023S02-12',
		'170424_26',
		'bdc435cb-93c4-4902-97ea-ca00568c3887',
		'password - "lamp.337" yEnc',
		'abcdefghijklm123',
		'123',
		'abc',
		'',
	];
	for (const name of names) {
		t.true(isJunk(name), name);
	}
});

test('names with words or with an episode are none', t => {
	for (const name of ['Harbour', 'tern-harbours01e11-1080p', 'S01E04', 'Quiet.Harbour.2014', '2019_08_20_1080_all', '1917.2019.1080p']) {
		t.false(isJunk(name), name);
	}
});
