import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {folder, fresh, importBroken, otherTiming, prepareUpgrade, sameTiming} from '#test/helpers/upgrade-video.ts';
import {filesBelow} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {importSteps} from '#workers/import/place-planned.ts';

for (const [what, old, stem] of [
	['do not fit', otherTiming, 'Old'],
	['fit under the same name', sameTiming, fresh],
	['do not fit under the same name', otherTiming, fresh],
] as const) {
	test(`an import that breaks off before any step and goes on treats subtitles that ${what} as if nothing had happened`, async t => {
		for (const broken of importSteps) {
			const world = await createWorld(t, {movie: {}});
			const request = {old, stem, subtitles: ['en.srt', 'fr.srt'], companions: ['it.srt']};
			const item = await prepareUpgrade(world, request);
			await importBroken(world, item.id, broken);
			const kept = old === sameTiming ? [`${fresh}.en.srt`, `${fresh}.fr.srt`] : [];
			t.deepEqual(await filesBelow(join(world.library, folder)), [...kept, `${fresh}.it.srt`, `${fresh}.mkv`], broken);
			await rm(world.library, {recursive: true});
		}
	});
}
