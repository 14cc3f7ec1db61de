import test from 'ava';
import {type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {withStores} from '#test/helpers/stores.ts';

const libraryId = '11111111-1111-4111-8111-111111111111';

function scanned(n: number): ScannedFile {
	const path = `/films/${n}.mkv`;
	return {
		id: scannedFileId(libraryId, path),
		libraryId,
		path,
		size: n,
		modifiedAt: 0,
		state: 'pending',
		titleId: null,
		lookUpKey: `film ${n}`,
		reason: null,
		candidates: [],
		lookedUpAt: null,
		infoDue: false,
	};
}

test('files that are there already are written with all the others, however many commands that takes', async t => {
	const {stores} = await withStores(t);
	const rows = Array.from({length: 205}, (_, n) => scanned(n));
	await stores.scannedFiles.add([]);
	await stores.scannedFiles.add(rows.slice(90, 130));
	await stores.scannedFiles.add(rows.map(row => ({...row, size: row.size + 1})));
	const known = await stores.scannedFiles.known(rows.map(({id}) => id));
	t.deepEqual(
		rows.map(({id}) => known.get(id)?.size),
		rows.map(({size}) => size + 1),
	);
});
