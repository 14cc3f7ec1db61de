import {mkdirSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {createDefinitionFolder, createOwnDefinitions} from '#shared/store/definitions/definitions.ts';
import {withStores} from '#test/helpers/stores.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

type Own = Parameters<typeof createOwnDefinitions>[0]['own'];

function machine(t: ExecutionContext, own: Own, id: string) {
	const dataDir = tempFolder(t);
	const folder = createDefinitionFolder({dataDir});
	mkdirSync(folder.folder);
	const definitions = createOwnDefinitions({folder, own, machineId: async () => id, now: () => new Date('2026-02-01')});
	const path = (key: string) => join(folder.folder, `${key}.yml`);
	return {
		text: async (key: string) => (await definitions.text(key))?.text ?? null,
		keys: definitions.keys,
		write(key: string, text: string, at: string) {
			writeFileSync(path(key), text);
			utimesSync(path(key), new Date(at), new Date(at));
		},
		remove: (key: string) => rmSync(path(key)),
	};
}

test('a file in the folder of one machine is used by all, until it is changed or removed somewhere', async t => {
	const {stores} = await withStores(t);
	const [first, second] = [machine(t, stores.ownDefinitions, 'first'), machine(t, stores.ownDefinitions, 'second')];
	first.write('meadow', 'one', '2026-01-01');
	t.is(await first.text('meadow'), 'one');
	t.is(await second.text('meadow'), 'one');
	second.write('meadow', 'two', '2026-01-02');
	t.is(await second.text('meadow'), 'two');
	t.is(await first.text('meadow'), 'two');

	// The old file of the first machine comes back to nobody.
	const again = machine(t, stores.ownDefinitions, 'third');
	again.write('meadow', 'one', '2026-01-01');
	t.is(await again.text('meadow'), 'two');
	again.write('meadow', 'one', '2026-03-01');
	t.is(await again.text('meadow'), 'one', 'a person has saved it again');

	second.remove('meadow');
	t.is(await second.text('meadow'), 'one', 'it came from another machine by now');
	again.remove('meadow');
	t.is(await again.text('meadow'), null);
	t.deepEqual(await first.keys(), []);
	first.write('not a name', 'x', '2026-01-01');
	t.deepEqual(await first.keys(), ['not a name'], 'it is listed with its fault');
});
